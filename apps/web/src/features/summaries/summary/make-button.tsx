import { FREE_THESES, type SummaryType } from '@doslovno/domain/summary/types.ts'
import { makingTexts } from '@doslovno/texts/summaries/summary-panel.ts'
import { useRouterState } from '@tanstack/react-router'
import { RefreshCw, Sparkles } from 'lucide-react'

import { BusyButton } from '#ui/busy-button.tsx'
import { LinkButton } from '#ui/link-button.tsx'

import { type Making, useThesesLeft } from './use-making.ts'

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
