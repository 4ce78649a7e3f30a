import { splitWords } from '@doslovno/domain/transcript/spread-words.ts'

import { digitOf } from '#lib/keys/digit-keys.ts'

import { wordsBefore } from './voices.ts'

/** The action of a key in an open paragraph. `cross` goes to a neighbour, `voice` gives it to a speaker by number. */
export type FieldAction =
  | { name: 'save' | 'cancel' | 'split' | 'join' | 'listen' }
  | { name: 'cross'; by: -1 | 1 }
  | { name: 'voice'; number: number }

type Keys = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'>

/** The text with its selection. */
export type Caret = {
  text: string
  from: number
  to: number
  /** Whether the caret stands where the user has just typed. */
  isTyping: boolean
  /** Whether the caret is in the first or the last line; measured only when needed. */
  isInLine: (edge: 'first' | 'last') => boolean
}

/** Undefined if the key is left to the field. */
export function fieldAction(keys: Keys, caret: Caret): FieldAction | undefined {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing } = keys
  if (isComposing) return undefined
  if (key === 'Enter') return { name: !ctrlKey && !metaKey && (shiftKey || isSplitting(caret)) ? 'split' : 'save' }
  if (key === 'Escape') return { name: 'cancel' }
  if (code === 'Space' && ctrlKey) return { name: 'listen' }
  if (ctrlKey || metaKey) return undefined
  if (altKey) return altAction(keys)
  return shiftKey ? undefined : edgeAction(key, caret)
}

/** Enter confirms what was just typed; where the user has put the caret inside the text, it splits. */
function isSplitting({ text, from, to, isTyping }: Caret): boolean {
  const before = wordsBefore(text, from)
  return !isTyping && from === to && before > 0 && before < splitWords(text).length
}

function altAction(keys: Keys): FieldAction | undefined {
  if (keys.code === 'KeyK') return { name: 'listen' }
  const number = digitOf(keys)
  return number === undefined ? undefined : { name: 'voice', number }
}

function edgeAction(key: string, { text, from, to, isInLine }: Caret): FieldAction | undefined {
  if (from !== to) return undefined
  if (key === 'Backspace' && from === 0) return { name: 'join' }
  if ((key === 'ArrowLeft' && from === 0) || (key === 'ArrowUp' && isInLine('first'))) return { name: 'cross', by: -1 }
  if ((key === 'ArrowRight' && from === text.length) || (key === 'ArrowDown' && isInLine('last')))
    return { name: 'cross', by: 1 }
  return undefined
}
