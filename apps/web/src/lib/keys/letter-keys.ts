type Memory = Pick<Storage, 'getItem' | 'setItem'>

const LETTERS_KEY = 'readerLetterKeys'
const OFF = 'off'

/** Whether single-character shortcuts are enabled in this browser. */
export function recallLetterKeys(memory: Pick<Memory, 'getItem'>): boolean {
  return memory.getItem(LETTERS_KEY) !== OFF
}

export function rememberLetterKeys(memory: Pick<Memory, 'setItem'>, hasLetters: boolean) {
  memory.setItem(LETTERS_KEY, hasLetters ? 'on' : OFF)
}
