import type { Summary } from '@doslovno/contract/summaries.ts'
import type { SummaryStatus, SummaryType } from '@doslovno/domain/summary/types.ts'
import { makingTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { codeOf } from '#lib/http/api-error.ts'
import { refreshUser, useUser } from '#lib/queries/account.ts'
import { makeSummary, refreshDerived, summaryQuery } from '#lib/queries/summaries.ts'

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
