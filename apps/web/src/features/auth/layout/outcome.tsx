import { Loader } from '@mantine/core'
import { CircleAlert, CircleCheck, type LucideIcon, MailCheck } from 'lucide-react'

import classes from './outcome.module.css'

export type Outcome = 'waiting' | 'sent' | 'done' | 'failed'

const icons: Record<Exclude<Outcome, 'waiting'>, LucideIcon> = {
  sent: MailCheck,
  done: CircleCheck,
  failed: CircleAlert,
}

/** The icon above the title of an outcome. */
export function OutcomeSign({ outcome }: { outcome: Outcome }) {
  return (
    <span className={classes.sign} data-outcome={outcome} aria-hidden>
      {outcome === 'waiting' ? <Loader size={26} color="var(--accent)" /> : <Icon outcome={outcome} />}
    </span>
  )
}

function Icon({ outcome }: { outcome: Exclude<Outcome, 'waiting'> }) {
  const Sign = icons[outcome]
  return <Sign size={26} strokeWidth={1.8} />
}
