import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { hasMatch, MatchLink } from '#features/files/search/match-link.tsx'
import { groupByDay } from '#lib/format/day.ts'
import { fileSize } from '#lib/format/size.ts'
import { clock } from '#lib/format/time.ts'

import { FileNote } from './file-note.tsx'
import type { RowsProps } from './list-view.ts'
import { StatusBadge } from './status-badge.tsx'
import { TypeIcon } from './type-icon.tsx'

import classes from '#features/files/files.module.css'

/** The list for phones: cards under the days of their uploads. */
export function FileCards({ scripts, view: { actionsOf }, now, search }: RowsProps) {
  return (
    <div className={classes.cards}>
      {groupByDay(scripts, ({ uploadAt }) => uploadAt, now).map(({ day, items }) => (
        <section key={items[0]?.id} className={classes.cards}>
          <h2 className={classes.day}>{day}</h2>
          {items.map((script) => (
            <FileCard key={script.id} script={script} search={search} actions={actionsOf(script)} />
          ))}
        </section>
      ))}
    </div>
  )
}

type CardProps = { script: ScriptSummary; search: string | undefined; actions: ReactNode }

function FileCard({ script, search, actions }: CardProps) {
  const meta = [script.duration !== null && clock(script.duration), fileSize(script.fileSize)]
  return (
    <article className={classes.card} data-expired={script.isExpired || undefined}>
      <TypeIcon type={script.type} />
      <div className={classes.cardBody}>
        <Link to="/files/$scriptId" params={{ scriptId: script.id }} className={classes.cardName}>
          {script.fileName}
        </Link>
        <p className={`${classes.cardMeta} num`}>{meta.filter(Boolean).join(' · ')}</p>
        {hasMatch(script, search) ? <MatchLink script={script} search={search} /> : <FileNote script={script} />}
        <div className={classes.cardFoot}>
          <StatusBadge script={script} />
          <div className={classes.actions}>{actions}</div>
        </div>
      </div>
    </article>
  )
}
