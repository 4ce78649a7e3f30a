import type { Script } from '@doslovno/contract/scripts.ts'
import { secondsOf } from '@doslovno/domain/span.ts'
import { flawTexts } from '@doslovno/texts/file-page.ts'

import { clock } from '#lib/format/time.ts'

import classes from '#features/transcript/transcript.module.css'

/** Reports gaps of a text that is otherwise complete; the text itself shows where they are. */
export function FlawNote({ script }: { script: Script }) {
  const { unheard = [], canEdit, flaws } = script
  if (flaws.includes('partUnheard')) {
    const seconds = Math.ceil(secondsOf(unheard))
    return (
      <p className={classes.warning}>
        {flawTexts.unheard(clock(seconds), unheard.length)} {canEdit && flawTexts.notCharged(unheard.length)}
      </p>
    )
  }
  return flaws.includes('speakersFailed') ? <p className={classes.warning}>{flawTexts.speakers}</p> : null
}
