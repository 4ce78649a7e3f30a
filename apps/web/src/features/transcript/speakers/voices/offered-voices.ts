type Memory = Pick<Storage, 'getItem' | 'setItem'>

const keyOf = (scriptId: string) => `voicesOffered:${scriptId}`

/** Whether this browser has already offered to name the voices of a file. */
export function wereOffered(memory: Pick<Memory, 'getItem'>, scriptId: string): boolean {
  return memory.getItem(keyOf(scriptId)) !== null
}

export function rememberOffered(memory: Pick<Memory, 'setItem'>, scriptId: string) {
  memory.setItem(keyOf(scriptId), '1')
}
