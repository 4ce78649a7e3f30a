import type { Language } from './language.ts'
import { endsSentence, type Token } from './tokens.ts'

/** A modal verb of a text, by its index in the table, and whether it is negated. */
export type Modal = { kind: number; isNegated: boolean }

/** Denied phrases besides single words. Questions decide nothing and are left out. */
export type Denials = {
  /** Whether it holds a negation, or a word whose meaning is one. */
  hasNegation: boolean
  modals: readonly Modal[]
  /** Whether a negative pronoun stands without the negation that it needs. */
  isBroken: boolean
}

export function denialsOf(tokens: readonly Token[], { negation }: Language): Denials {
  const told = withoutQuestions(tokens)
  const words = told.map(({ word }) => word)
  const isNegation = (word: string) => negation.words.has(word)
  const hasPronoun = words.some((word) => negation.pronouns.has(word))
  return {
    hasNegation: hasPronoun || words.some((word) => isNegation(word) || negation.denying.test(word)),
    modals: words.flatMap((word, n) => modalOf(word, words[n - 1] ?? '', negation)),
    isBroken: hasPronoun && !words.some(isNegation),
  }
}

function modalOf(word: string, before: string, { modals, negatedModals, words }: Language['negation']): Modal[] {
  const negated = negatedModals.get(word)
  if (negated !== undefined) return [{ kind: negated, isNegated: true }]
  const kind = modals.findIndex((modal) => modal.test(word))
  return kind < 0 ? [] : [{ kind, isNegated: words.has(before) }]
}

function withoutQuestions(tokens: readonly Token[]): Token[] {
  const told: Token[] = []
  let sentence: Token[] = []
  for (const token of tokens) {
    sentence.push(token)
    if (!endsSentence(token)) continue
    if (token.word !== '?') told.push(...sentence)
    sentence = []
  }
  return [...told, ...sentence]
}
