import { useWindowKeys } from '#lib/keys/use-window-keys.ts'

/** Elements with their own undo, or unrelated to the text. */
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]'

type Actions = { undo: () => void; redo: () => void; history: () => void }

/** Ctrl+Z and its relatives, and Ctrl+Alt+H for the history, in any keyboard layout. */
export function useEditingKeys({ undo, redo, history }: Actions) {
  useWindowKeys((event) => {
    const { code, shiftKey, ctrlKey, metaKey, altKey, target } = event
    const isTaken = target instanceof Element && target.closest(FIELDS) !== null
    if (isTaken || !(ctrlKey || metaKey)) return
    if (code === 'KeyH' && altKey && !shiftKey) history()
    else if (altKey) return
    else if (code === 'KeyZ' && !shiftKey) undo()
    else if ((code === 'KeyZ' && shiftKey) || (code === 'KeyY' && !shiftKey)) redo()
    else return
    event.preventDefault()
  })
}
