import { type Ref, useImperativeHandle } from 'react'

import type { PlayMoment } from '#lib/file-page/playback.ts'

import type { Player } from './player/player.ts'
import type { Reading } from './use-reading.ts'

/** Lets a page act on the text and its recording. */
export type ViewHandle = {
  player: Player | undefined
  /** Scrolls a paragraph into view and stops following the speech. */
  reveal: (paragraph: number) => void
  focus: (paragraph: number) => void
  isHidden: (paragraph: number) => boolean
  playMoment: PlayMoment
}

export function useViewHandle(ref: Ref<ViewHandle> | undefined, { root, reader, player, sync, playMoment }: Reading) {
  useImperativeHandle(ref, () => ({
    player,
    reveal: (paragraph) => {
      sync.leave()
      reader.current?.reveal(paragraph, true)
    },
    focus: (paragraph) => {
      const text = root.current?.querySelector<HTMLElement>(`[data-paragraph="${paragraph}"] [data-text]`)
      text?.focus({ preventScroll: true })
    },
    isHidden: (paragraph) => Boolean(root.current?.querySelector(`[data-paragraph="${paragraph}"][hidden]`)),
    playMoment,
  }))
}
