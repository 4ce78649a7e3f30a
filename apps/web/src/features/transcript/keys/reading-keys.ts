/** Times in seconds, steps in paragraphs. */
export type ReadingAction =
  | { name: 'toggle' }
  | { name: 'skip'; seconds: number }
  | { name: 'step'; paragraphs: -1 | 1 }
  | { name: 'follow' }
  | { name: 'find' }
  | { name: 'names' }
  | { name: 'help' }

type Keys = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const plainKeys: Readonly<Record<string, ReadingAction>> = {
  Space: { name: 'toggle' },
  ArrowLeft: { name: 'skip', seconds: -5 },
  ArrowRight: { name: 'skip', seconds: 5 },
  ArrowUp: { name: 'step', paragraphs: -1 },
  ArrowDown: { name: 'step', paragraphs: 1 },
}

/** Single-character shortcuts; users of dictation software must be able to switch them off. */
const letterKeys: Readonly<Record<string, ReadingAction>> = {
  KeyK: { name: 'toggle' },
  KeyJ: { name: 'skip', seconds: -10 },
  KeyL: { name: 'skip', seconds: 10 },
  KeyF: { name: 'follow' },
  KeyN: { name: 'names' },
}

/** Letters match by key code, so that every layout works; punctuation also by character. */
export function readingAction(keys: Keys, hasLetters: boolean): ReadingAction | undefined {
  const { code, key, ctrlKey, metaKey, altKey, shiftKey } = keys
  if (ctrlKey || metaKey || altKey) return undefined
  if (hasLetters && (key === '?' || (code === 'Slash' && shiftKey))) return { name: 'help' }
  if (hasLetters && (key === '/' || (code === 'Slash' && !shiftKey))) return { name: 'find' }
  if (shiftKey) return undefined
  return plainKeys[code] ?? (hasLetters ? letterKeys[code] : undefined)
}

/** Elements that use letters and arrows themselves. */
const FIELDS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'
/** Elements that Space activates. */
const PRESSABLE = 'button, a, summary'

/** Whether the element in focus uses the key itself. */
export function isTaken({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false
  return target.closest(FIELDS) !== null || (code === 'Space' && target.closest(PRESSABLE) !== null)
}
