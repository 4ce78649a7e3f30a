import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { groupByDay, tableDate } from '#lib/format/day.ts'
import { titleOf } from '#lib/format/file-name.ts'
import { fileSize } from '#lib/format/size.ts'
import { clock } from '#lib/format/time.ts'

import type { RowsProps } from './list-view.ts'
import { MatchLink } from './match-link.tsx'
import { isByDay } from './orders.ts'
import { StatusBadge } from './status-badge.tsx'
import { TypeIcon } from './type-icon.tsx'

import classes from './files.module.css'

/** The list for a phone: cards under the days they were uploaded on; in another order each tells its own. */
export function FileCards({ scripts, view: { sort, actionsOf }, now, search }: RowsProps) {
  const cardOf = (script: ScriptSummary, hasDate: boolean) => (
    <FileCard key={script.id} script={script} hasDate={hasDate} search={search} actions={actionsOf(script)} />
  )
  if (!isByDay(sort)) return <div className={classes.cards}>{scripts.map((script) => cardOf(script, true))}</div>
  return (
    <div className={classes.cards}>
      {groupByDay(scripts, ({ uploadAt }) => uploadAt, now).map(({ day, items }) => (
        <section key={items[0]?.id} className={classes.cards}>
          <h2 className={classes.day}>{day}</h2>
          {items.map((script) => cardOf(script, false))}
        </section>
      ))}
    </div>
  )
}

type CardProps = { script: ScriptSummary; hasDate: boolean; search: string | undefined; actions: ReactNode }

function FileCard({ script, hasDate, search, actions }: CardProps) {
  const meta = [
    hasDate && tableDate(script.uploadAt),
    script.duration !== null && clock(script.duration),
    fileSize(script.fileSize),
  ]
  return (
    <article className={classes.card} data-expired={script.isExpired || undefined}>
      <TypeIcon type={script.type} />
      <div className={classes.cardBody}>
        <Link to="/files/$scriptId" params={{ scriptId: script.id }} className={classes.cardName}>
          {titleOf(script.fileName)}
        </Link>
        <p className={`${classes.cardMeta} num`}>{meta.filter(Boolean).join(' · ')}</p>
        <MatchLink script={script} search={search} />
        <div className={classes.cardFoot}>
          <StatusBadge script={script} />
          <div className={classes.actions}>{actions}</div>
        </div>
      </div>
    </article>
  )
}
