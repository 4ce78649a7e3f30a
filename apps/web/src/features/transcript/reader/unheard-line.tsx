import { unheardTexts } from '@doslovno/texts/file-page.ts'
import { createContext, useContext } from 'react'

import { playStretch } from '#features/transcript/player/play-stretch.ts'
import type { Player } from '#features/transcript/player/player.ts'
import { clock } from '#lib/format/time.ts'
import { type Unheard, useHearAgain } from '#lib/queries/hear-again.ts'

import classes from '#features/transcript/transcript.module.css'

/** Only the owner has `again`. */
export type UnheardActions = { listen?: ((span: Unheard) => void) | undefined; again?: (span: Unheard) => void }

export const UnheardContext = createContext<UnheardActions>({})

/** Speech without words, where it was said. */
export function UnheardLine({ span }: { span: Unheard }) {
  const { listen, again } = useContext(UnheardContext)
  const state = span.again ?? 'once'
  return (
    <p className={classes.unheard} role="note" data-unheard={span.start}>
      <span>
        <span className="num">{`${clock(span.start)}–${clock(span.end)}`}</span> {unheardTexts.states[state]}
      </span>
      {listen && (
        <button type="button" onClick={() => listen(span)}>
          {unheardTexts.listen}
        </button>
      )}
      {again && state === 'once' && (
        <button type="button" onClick={() => again(span)}>
          {unheardTexts.again}
        </button>
      )}
    </p>
  )
}

export function useUnheardActions(id: string, player: Player | undefined, isOwner: boolean): UnheardActions {
  const again = useHearAgain(id)
  return {
    listen: player && ((span) => playStretch(player, span, () => undefined)),
    ...(isOwner && { again }),
  }
}
