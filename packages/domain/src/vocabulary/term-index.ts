import type { Pause } from '#digest/in-batches.ts'
import { plainForm } from '#transcript/words.ts'

import { EVERY_CASE, formsOfTerm } from './forms.ts'
import type { VocabularyLanguage } from './language.ts'
import { type CostTables, skeletonOf, skeletonsNear, soundsOfWords, tablesOf } from './sounds.ts'

/** A name or a term in the nominative. */
export type Term = {
  id: string
  text: string
  /** Other ways to say it, typed by hand. */
  saidAs?: readonly string[]
  /** Which reading of the tables, as in `formsOfTerm`. */
  paradigm?: number | null
}

/** A form of a term, prepared for comparison. */
export type IndexedForm = {
  termId: string
  text: string
  /** Letters and digits only, by `plainForm`. */
  letters: string
  words: number
  cases: number
  sounds: Uint8Array
}

/** Forms of one term in the order of their sounds, and how many sounds each shares with the one before. */
export type Chain = { forms: readonly IndexedForm[]; shared: readonly number[]; shortest: number; longest: number }

export type TermIndex = {
  size: number
  language: VocabularyLanguage
  tables: CostTables
  byLetters: ReadonlyMap<string, IndexedForm>
  bySounds: ReadonlyMap<string, IndexedForm>
  bySkeleton: ReadonlyMap<string, readonly Chain[]>
  longestSounds: number
}

/** Terms of fewer sounds are compared by their letters only. */
const FEWEST_SOUNDS = 4
const BATCH = 10

export const lettersOf = (text: string) => plainForm(text).replace(/[^\p{L}\p{N}]+/gu, '')

/** Prepares a vocabulary. Long ones take a second: keep the index as long as the terms stay the same. */
export async function buildTermIndex(
  terms: readonly Term[],
  language: VocabularyLanguage,
  pause: Pause,
): Promise<TermIndex> {
  const tables = tablesOf(language.costs)
  const byLetters = new Map<string, IndexedForm>()
  const bySounds = new Map<string, IndexedForm>()
  const bySkeleton = new Map<string, Chain[]>()
  let longestSounds = 0
  for (const [number, term] of terms.entries()) {
    if (number % BATCH === 0) await pause()
    const spoken = spokenForms(term, language)
    const forms = spoken.map(({ sounds, ...form }) => ({ ...form, sounds: tables.encode(sounds) }))
    const chain = chainOf(forms.filter((form) => form.sounds.length >= FEWEST_SOUNDS))
    for (const [at, form] of forms.entries()) {
      if (!byLetters.has(form.letters)) byLetters.set(form.letters, form)
      const sounds = spoken[at]?.sounds ?? ''
      if (!bySounds.has(sounds)) bySounds.set(sounds, form)
    }
    for (const skeleton of new Set(spoken.flatMap(({ sounds }) => skeletonsNear(skeletonOf(sounds, language))))) {
      const chains = bySkeleton.get(skeleton)
      if (chains) chains.push(chain)
      else bySkeleton.set(skeleton, [chain])
    }
    longestSounds = Math.max(longestSounds, chain.longest)
  }
  return { size: terms.length, language, tables, byLetters, bySounds, bySkeleton, longestSounds }
}

type SpokenForm = Omit<IndexedForm, 'sounds'> & { sounds: string }

function spokenForms({ id, text, saidAs = [], paradigm }: Term, language: VocabularyLanguage): SpokenForm[] {
  const all = [
    ...formsOfTerm(text, language, paradigm).map((form) => ({ ...form, said: form.text })),
    ...saidAs.map((said) => ({ text, said, cases: EVERY_CASE })),
  ].map(({ text: form, said, cases }) => {
    const words = said.split(/[\s-]+/u)
    return { termId: id, text: form, cases, words: words.length, letters: lettersOf(said), sounds: soundsOfWords(words, language) } // prettier-ignore
  })
  return [...new Map(all.toReversed().map((form) => [form.letters, form])).values()].toReversed()
}

function chainOf(forms: readonly IndexedForm[]): Chain {
  const ordered = forms.toSorted((one, other) => order(one.sounds, other.sounds))
  const lengths = ordered.map(({ sounds }) => sounds.length)
  return {
    forms: ordered,
    shared: ordered.map(({ sounds }, at) => sharedStart(sounds, ordered[at - 1]?.sounds)),
    shortest: Math.min(...lengths),
    longest: Math.max(0, ...lengths),
  }
}

function order(one: Uint8Array, other: Uint8Array): number {
  const at = sharedStart(one, other)
  return (one[at] ?? -1) - (other[at] ?? -1)
}

function sharedStart(one: Uint8Array, other: Uint8Array | undefined): number {
  let at = 0
  while (other && at < one.length && at < other.length && one[at] === other[at]) at++
  return at
}
