import type { Script } from '@doslovno/contract/scripts.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { flawTexts } from '@doslovno/texts/file-page.ts'
import { Fragment } from 'react'

import type { Player } from '#features/transcript/player/player.ts'
import { clock } from '#lib/format/time.ts'

import classes from '#features/transcript/transcript.module.css'

type Props = { script: Script; player: Player | undefined }

/** Reports gaps of a text that is otherwise complete; unrecognised stretches can be played. */
export function FlawNote({ script, player }: Props) {
  const { unheard = [], canEdit, flaws } = script
  const isPartUnheard = flaws.includes('partUnheard')
  if (!isPartUnheard && !flaws.includes('speakersFailed')) return null
  if (!isPartUnheard) return <p className={classes.warning}>{flawTexts.speakers}</p>
  return (
    <p className={classes.warning}>
      {flawTexts.unheard}{' '}
      {unheard.map((span, index) => (
        <Fragment key={span.start}>
          {index > 0 && ', '}
          <Unheard span={span} player={player} />
        </Fragment>
      ))}
      . {flawTexts.rest} {canEdit && flawTexts.notCharged(unheard.length)}
    </p>
  )
}

function Unheard({ span: { start, end }, player }: { span: Span; player: Player | undefined }) {
  const times = `${clock(start)}–${clock(end)}`
  if (!player) return <span className="num">{times}</span>
  const listen = () => {
    player.seek(start)
    player.play()
  }
  return (
    <button type="button" className={`${classes.played} num`} onClick={listen}>
      <span className="visually-hidden">{flawTexts.listen} </span>
      {times}
    </button>
  )
}
