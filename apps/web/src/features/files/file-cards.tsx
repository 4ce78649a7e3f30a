import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { Link } from '@tanstack/react-router'

import { groupByDay } from '#lib/format/day.ts'
import { titleOf } from '#lib/format/file-name.ts'
import { fileSize } from '#lib/format/size.ts'
import { clock } from '#lib/format/time.ts'

import { StatusBadge } from './status-badge.tsx'
import { TypeIcon } from './type-icon.tsx'

import classes from './files.module.css'

/** The list for a phone: cards under the days they were uploaded on. */
export function FileCards({ scripts, now }: { scripts: readonly ScriptSummary[]; now: Date }) {
  return (
    <div className={classes.cards}>
      {groupByDay(scripts, ({ uploadAt }) => uploadAt, now).map(({ day, items }) => (
        <section key={day} className={classes.cards}>
          <h2 className={classes.day}>{day}</h2>
          {items.map((script) => (
            <FileCard key={script.id} script={script} />
          ))}
        </section>
      ))}
    </div>
  )
}

function FileCard({ script }: { script: ScriptSummary }) {
  const meta = [script.duration !== null && clock(script.duration), fileSize(script.fileSize)]
  return (
    <article className={classes.card}>
      <TypeIcon type={script.type} />
      <div className={classes.cardBody}>
        <Link to="/files/$scriptId" params={{ scriptId: script.id }} className={classes.cardName}>
          {titleOf(script.fileName)}
        </Link>
        <p className={`${classes.cardMeta} num`}>{meta.filter(Boolean).join(' · ')}</p>
        <div className={classes.cardFoot}>
          <StatusBadge script={script} />
        </div>
      </div>
    </article>
  )
}
