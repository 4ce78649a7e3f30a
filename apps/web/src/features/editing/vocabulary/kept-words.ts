import { lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'

import { listOf, remembered } from '#lib/remembered.ts'

/** The newest ones are kept. */
const MOST_WORDS = 3000

const keptOf = (userId: string) => remembered(`keptWords:${userId}`, listOf)

/** Words that the user typed or confirmed in this browser: they exist, whatever the list of words says. */
export function recallKept(userId: string): ReadonlySet<string> {
  return new Set(keptOf(userId).recall())
}

export function addKept(userId: string, words: readonly string[]) {
  const letters = words.map(lettersOf).filter(Boolean)
  keptOf(userId).remember([...new Set([...letters, ...keptOf(userId).recall()])].slice(0, MOST_WORDS))
}
