import { useWindowKeys } from '#lib/keys/use-window-keys.ts'

/** What has an undo of its own, or is about something else. */
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

/** Undo and redo by the keys everybody knows, in any layout. */
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
