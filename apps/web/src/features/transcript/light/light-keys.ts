import { isTaken, readingAction } from '#features/transcript/keys/reading-keys.ts'
import type { Player } from '#features/transcript/player/player.ts'
import type { Wish } from '#lib/file-page/light-page.ts'
import { letterKeys } from '#lib/keys/letter-keys.ts'

import type { LightText } from './light-sync.ts'
import type { Screen } from './screen.ts'

type Targets = { player: Player | undefined; text: LightText; open: ((wish: Wish) => void) | undefined }

/** The shortcuts of the full page; search and help open it. */
export function listenToKeys({ isEmbed, signal }: Screen, { player, text, open }: Targets): void {
  // A page around a frame has shortcuts of its own.
  const hasLetters = !isEmbed && letterKeys.recall()
  const press = (event: KeyboardEvent) => {
    const action = readingAction(event, hasLetters)
    if (!action || event.defaultPrevented || isTaken(event)) return
    event.preventDefault()
    switch (action.name) {
      case 'toggle':
        return player?.toggle()
      case 'skip':
        return player?.skip(action.seconds)
      case 'step':
        return text.step(action.paragraphs)
      case 'follow':
        return text.follow()
      case 'find':
      case 'help':
        return open?.(action.name)
      case 'names':
        return // only owners name voices
    }
  }
  window.addEventListener('keydown', press, { signal })
}
