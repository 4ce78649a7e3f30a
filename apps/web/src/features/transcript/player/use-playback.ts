import type { Span } from '@doslovno/domain/span.ts'
import { type RefObject, useState } from 'react'

import type { ViewHandle } from '#features/transcript/use-view-handle.ts'
import type { Playback } from '#lib/file-page/playback.ts'

import type { Player } from './player.ts'

/** Replays the last words, which a user has forgotten while typing. */
const STEP_BACK_SECONDS = 1.5
/** A larger step is a seek by the user, not the end of the loop. */
const JUMP_SECONDS = 1
const BEFORE_THE_END = 0.1

/** Gives an editor control of the player and the text on its page. */
export function usePlayback(view: RefObject<ViewHandle | null>): Playback {
  const [playback] = useState(() => createPlayback(view))
  return playback
}

function createPlayback(view: RefObject<ViewHandle | null>): Playback {
  let isPaused = false
  let stopLoop: (() => void) | undefined
  const player = () => view.current?.player
  return {
    pause: () => {
      if (!player()?.getState().isPlaying) return
      isPaused = true
      player()?.pause()
    },
    resume: () => {
      if (!isPaused) return
      isPaused = false
      player()?.skip(-STEP_BACK_SECONDS)
      player()?.play()
    },
    toggle: () => {
      // From here on the user decides whether it plays.
      isPaused = false
      player()?.toggle()
    },
    loop: (span) => {
      stopLoop?.()
      const playing = player()
      stopLoop = span && playing && loopOver(playing, span)
      if (!span) playing?.pause()
    },
    reveal: (paragraph) => view.current?.reveal(paragraph),
    focus: (paragraph) => view.current?.focus(paragraph),
    isHidden: (paragraph) => view.current?.isHidden(paragraph) ?? false,
  }
}

function loopOver(player: Player, { start, end }: Span): () => void {
  const last = Math.min(end, player.getState().durationSeconds - BEFORE_THE_END)
  player.seek(start)
  player.play()
  return player.onTime((seconds) => {
    if (seconds >= last && seconds < last + JUMP_SECONDS) player.seek(start)
  })
}
