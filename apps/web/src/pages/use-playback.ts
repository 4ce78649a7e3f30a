import type { Span } from '@doslovno/domain/editing/spread-words.ts'
import { type RefObject, useState } from 'react'

import type { Playback } from '#features/editing/playback.ts'
import type { Player } from '#features/transcript/player.ts'
import type { ViewHandle } from '#features/transcript/use-view-handle.ts'

/** Who has stopped to write has forgotten the last words. */
const STEP_BACK_SECONDS = 1.5
/** A jump is somebody's wish, not the end of the loop. */
const JUMP_SECONDS = 1
const BEFORE_THE_END = 0.1

/** Ties an editor to the player and the text of its page. */
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
    toggle: () => player()?.toggle(),
    loop: (span) => {
      stopLoop?.()
      const playing = player()
      stopLoop = span && playing && loopOver(playing, span)
      if (!span) playing?.pause()
    },
    reveal: (paragraph) => view.current?.reveal(paragraph),
    focus: (paragraph) => view.current?.focus(paragraph),
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
