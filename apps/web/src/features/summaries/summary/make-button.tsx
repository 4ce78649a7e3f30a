import type { Summary } from '@doslovno/contract/summaries.ts'
import { FREE_THESES, type SummaryStatus, type SummaryType } from '@doslovno/domain/summary/types.ts'
import { makingTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { RefreshCw, Sparkles } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { codeOf } from '#lib/http/api-error.ts'
import { refreshUser, useUser } from '#lib/queries/account.ts'
import { makeSummary, refreshDerived, summaryQuery } from '#lib/queries/summaries.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

import classes from '#features/summaries/summaries.module.css'

type Props = { type: SummaryType; making: Making; label: string; isAgain?: boolean; isSmall?: boolean }

/** Starts a summary and tells how many generations are left; with none left it leads to the tariffs. */
export function MakeButton({ type, making, label, isAgain = false, isSmall = false }: Props) {
  const left = useThesesLeft(type)
  if (left === 0) return <UsedUp />
  const Icon = isAgain ? RefreshCw : Sparkles
  return (
    <>
      <BusyButton
        variant="default"
        size={isSmall ? 'xs' : 'sm'}
        leftSection={<Icon size={16} aria-hidden />}
        isBusy={making.isPending}
        onClick={() => making.make()}
      >
        {label}
      </BusyButton>
      {left !== null && <p className={classes.left}>{makingTexts.left(left, FREE_THESES)}</p>}
      {making.problem && (
        <p className={classes.problem} role="alert">
          {making.problem}
        </p>
      )}
    </>
  )
}

function UsedUp() {
  const { title, text, action } = makingTexts.usedUp
  const from = useRouterState({ select: ({ location }) => location.pathname })
  return (
    <div className={classes.usedUp}>
      <p className={classes.emptyTitle}>{title}</p>
      <p>{text}</p>
      <LinkButton to="/tariffs" search={{ from }} variant="default">
        {action}
      </LinkButton>
    </div>
  )
}

export type Making = {
  make: (templateId?: number) => void
  isPending: boolean
  /** Why the last attempt to start it failed. */
  problem: string | undefined
}

/** Starts a summary. The account shows at once what is left of its generations. */
export function useMaking(scriptId: string, type: SummaryType): Making {
  const queries = useQueryClient()
  const { queryKey } = summaryQuery(scriptId, type)
  const start = useMutation({
    mutationFn: (templateId: number | undefined) => makeSummary(scriptId, type, templateId),
    onSuccess: (summary: Summary) => queries.setQueryData(queryKey, summary),
    // Somebody else may have made it, or used up the last generation in another tab.
    onError: () => queries.invalidateQueries({ queryKey }),
    onSettled: () => refreshUser(queries),
  })
  return {
    make: (templateId) => start.mutate(templateId),
    isPending: start.isPending,
    problem: start.error ? problemOf(start.error) : undefined,
  }
}

/** The end of a making changes what else is derived from the text, and a failure returns a generation. */
export function useEnding(scriptId: string, status: SummaryStatus | undefined) {
  const queries = useQueryClient()
  const last = useRef(status)
  useEffect(() => {
    const hasEnded = last.current === 'process' && status !== 'process'
    last.current = status
    if (!hasEnded) return
    refreshDerived(queries, scriptId)
    void refreshUser(queries)
  }, [queries, scriptId, status])
}

function problemOf(error: Error): string | undefined {
  const code = codeOf(error)
  // The account or the summary itself shows these.
  if (code === 'thesesUsedUp' || code === 'summaryExists') return undefined
  return code === 'budgetSpent' ? makingTexts.spent : makingTexts.refused
}

/** Generations of theses left to the reader; null: no limit. Other summaries have none. */
export function useThesesLeft(type: SummaryType): number | null {
  const user = useUser()
  return type === 'theses' ? (user?.tariff.thesesGenerations ?? null) : null
}
