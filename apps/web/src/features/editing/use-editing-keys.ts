import { useWindowKeys } from '#lib/keys/use-window-keys.ts'

/** Elements with their own undo, or unrelated to the text. */
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** Ctrl+Z and its relatives, in any keyboard layout. */
export function useEditingKeys(onUndo: () => void, onRedo: () => void) {
  useWindowKeys((event) => {
    const { code, shiftKey, ctrlKey, metaKey, altKey, target } = event
    const isTaken = target instanceof Element && target.closest(FIELDS) !== null
    if (isTaken || altKey || !(ctrlKey || metaKey)) return
    if (code === 'KeyZ' && !shiftKey) onUndo()
    else if ((code === 'KeyZ' && shiftKey) || (code === 'KeyY' && !shiftKey)) onRedo()
    else return
    event.preventDefault()
  })
}
