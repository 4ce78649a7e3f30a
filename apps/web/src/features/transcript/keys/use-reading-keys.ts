import { useWindowKeys } from '#lib/keys/use-window-keys.ts'

import { type ReadingAction, readingAction } from './reading-keys.ts'

/** Elements that use letters and arrows themselves. */
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'
/** Elements that Space activates. */
const PRESSABLE = 'button, a, summary'

/** Handles shortcuts where no other element uses the key. */
export function useReadingKeys(hasLetters: boolean, act: (action: ReadingAction) => void) {
  useWindowKeys((event) => {
    const action = readingAction(event, hasLetters)
    if (!action || event.defaultPrevented || isTaken(event)) return
    event.preventDefault()
    act(action)
  })
}

function isTaken({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  return target.closest(FIELDS) !== null || (code === 'Space' && target.closest(PRESSABLE) !== null)
}
