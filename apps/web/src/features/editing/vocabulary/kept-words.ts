import { lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'

type Memory = Pick<Storage, 'getItem' | 'setItem'>

/** The newest ones are kept. */
const MOST_WORDS = 3000

const keyOf = (userId: string) => `keptWords:${userId}`

/** Words that the user typed or confirmed in this browser: they exist, whatever the list of words says. */
export function recallKept(memory: Memory, userId: string): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(memory.getItem(keyOf(userId)) ?? '[]')
    return new Set(Array.isArray(kept) ? kept.map(String) : [])
  } catch {
    return new Set()
  }
}

export function rememberKept(memory: Memory, userId: string, words: readonly string[]) {
  const letters = words.map(lettersOf).filter(Boolean)
  const all = [...new Set([...letters, ...recallKept(memory, userId)])]
  memory.setItem(keyOf(userId), JSON.stringify(all.slice(0, MOST_WORDS)))
}
