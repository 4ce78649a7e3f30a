import type { Script } from '@doslovno/contract/scripts.ts'
import type { Span } from '@doslovno/domain/media/pieces.ts'
import { flawTexts } from '@doslovno/texts/file-page.ts'
import { Fragment } from 'react'

import { clock } from '#lib/format/time.ts'

import type { Player } from './player.ts'

import classes from './transcript.module.css'

type Props = { script: Script; player: Player | undefined }

/** What is amiss in a text that is there all the same: what was not recognised can be listened to. */
export function FlawNote({ script, player }: Props) {
  if (script.status !== 'completeWithErrors') return null
  const { unheard = [], canEdit } = script
  if (unheard.length === 0) return <p className={classes.warning}>{flawTexts.speakers}</p>
  return (
    <p className={classes.warning}>
      {flawTexts.unheard}{' '}
      {unheard.map((span, index) => (
        <Fragment key={span.start}>
          {index > 0 && ', '}
          <Place span={span} player={player} />
        </Fragment>
      ))}
      . {flawTexts.rest} {canEdit && flawTexts.notCharged(unheard.length)}
    </p>
  )
}

function Place({ span: { start, end }, player }: { span: Span; player: Player | undefined }) {
  const times = `${clock(start)}–${clock(end)}`
  if (!player) return <span className="num">{times}</span>
  const listen = () => {
    player.seek(start)
    player.play()
  }
  return (
    <button type="button" className={`${classes.unheard} num`} onClick={listen}>
      <span className="visually-hidden">{flawTexts.listen} </span>
      {times}
    </button>
  )
}
