import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { Link } from '@tanstack/react-router'
import type { MouseEvent } from 'react'

import { hasMatch, MatchLink } from '#features/files/search/match-link.tsx'
import { Pick } from '#features/files/select/pick.tsx'
import { groupByDay } from '#lib/format/day.ts'
import { fileSize } from '#lib/format/size.ts'
import { clock } from '#lib/format/time.ts'

import { FileNote } from './file-note.tsx'
import type { ListView, RowsProps } from './list-view.ts'
import { StatusBadge } from './status-badge.tsx'
import { TypeIcon } from './type-icon.tsx'

import classes from '#features/files/files.module.css'

/** The list for phones: cards under the days of their uploads. */
export function FileCards({ scripts, view, now, search }: RowsProps) {
  const among = scripts.map(({ id }) => id)
  return (
    <div className={classes.cards}>
      {groupByDay(scripts, ({ uploadAt }) => uploadAt, now).map(({ day, items }) => (
        <section key={items[0]?.id} className={classes.cards}>
          <h2 className={classes.day}>{day}</h2>
          {items.map((script) => (
            <FileCard key={script.id} script={script} search={search} view={view} among={among} />
          ))}
        </section>
      ))}
    </div>
  )
}

type CardProps = { script: ScriptSummary; search: string | undefined; view: ListView; among: readonly string[] }

/** While cards are selected, a tap anywhere on one selects it. */
function FileCard({ script, search, view, among }: CardProps) {
  const { selection, actionsOf, folderNameOf } = view
  const select = (event: MouseEvent) => {
    if (!selection.isOn || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    event.stopPropagation()
    selection.toggle(script.id, among)
  }
  const meta = [script.duration !== null && clock(script.duration), fileSize(script.fileSize), folderNameOf(script)]
  return (
    <article
      className={classes.card}
      data-expired={script.isExpired || undefined}
      data-picked={selection.ids.has(script.id) || undefined}
      onClickCapture={select}
    >
      {selection.isOn ? <Pick script={script} among={among} selection={selection} /> : <TypeIcon type={script.type} />}
      <div className={classes.cardBody}>
        <Link to="/files/$scriptId" params={{ scriptId: script.id }} className={classes.cardName}>
          {script.fileName}
        </Link>
        <p className={`${classes.cardMeta} num`}>{meta.filter(Boolean).join(' · ')}</p>
        {hasMatch(script, search) ? <MatchLink script={script} search={search} /> : <FileNote script={script} />}
        <div className={classes.cardFoot}>
          <StatusBadge script={script} />
          {!selection.isOn && <div className={classes.actions}>{actionsOf(script)}</div>}
        </div>
      </div>
    </article>
  )
}
