import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import classes from './notice.module.css'

type Props = {
  icon: LucideIcon
  title: string
  text?: ReactNode
  tone?: 'quiet' | 'marker' | 'bad'
  /** The heading level: 1 where the notice is the whole page. */
  level?: 1 | 2
  /** One or two buttons for the next step. */
  children?: ReactNode
}

/** Fills a page or a region that has nothing else to show: the reason, and the next step. */
export function Notice({ icon: Icon, title, text, tone = 'quiet', level = 1, children }: Props) {
  const Title = level === 1 ? 'h1' : 'h2'
  return (
    <div className={classes.notice}>
      <span className={classes.icon} data-tone={tone} aria-hidden>
        <Icon size={30} strokeWidth={1.7} />
      </span>
      <Title>{title}</Title>
      {text && <p>{text}</p>}
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  )
}
