import { useWindowKeys } from '#lib/keys/use-window-keys.ts'

import { isTaken, type ReadingAction, readingAction } from './reading-keys.ts'

/** Handles shortcuts where no other element uses the key. */
export function useReadingKeys(hasLetters: boolean, act: (action: ReadingAction) => void) {
  useWindowKeys((event) => {
    const action = readingAction(event, hasLetters)
    if (!action || event.defaultPrevented || isTaken(event)) return
    event.preventDefault()
    act(action)
  })
}
