import { useWindowKeys } from '#lib/keys/use-window-keys.ts'

import { type ReadingAction, readingAction } from './reading-keys.ts'

/** What has its own use for letters and arrows. */
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'
/** What Space presses by itself. */
const PRESSABLE = 'button, a, summary'

/** Keys that work wherever nothing else wants them. */
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
