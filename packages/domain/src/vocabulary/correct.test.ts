import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { joinWords } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

import { correctSpeech, undoTerm, undoTerms } from './correct.ts'
import type { VocabularyLanguage } from './language.ts'
import { buildTermIndex } from './term-index.ts'

/** A language of four letters, each a sound, without cases. */
const language: VocabularyLanguage = {
  declensions: { vowelEnd: /a$/u, tables: [], common: new Set() },
  declined: /^[a-z]+$/u,
  adjectiveGenitive: /^$/u,
  nounsLikeAdjectives: /^$/u,
  soundsOf: (word) => word.toLowerCase().replace(/[^a-d]/gu, ''),
  costs: { sounds: 'abcd', lost: () => 0.5, changed: (one, other) => (one === other ? 0 : 0.4) },
  classOf: new Map([['b', 'b']]),
  casesAfter: new Map(),
}
const list = { kindOf: (word: string) => (word.length > 3 ? ('unknown' as const) : ('ordinary' as const)) }
const noPause = () => Promise.resolve()

const text = fc.stringMatching(/^[«(]?[A-Da-d]{1,9}(?:-[a-d]{1,4})?[.,!»]?$/u)
const words = fc.array(
  text.map((each): Word => ({ text: each, start: 0, end: 1, confidence: null })),
  { maxLength: 40 },
)
const term = fc.stringMatching(/^[A-D][abcd]{4,8}(?: [abcd]{3,6})?$/u)

it('gives back the recognised text byte for byte, one by one and all at once', async () => {
  let changed = 0
  await fc.assert(
    fc.asyncProperty(words, fc.uniqueArray(term, { minLength: 1, maxLength: 12 }), async (heard, terms) => {
      const index = await buildTermIndex(terms.map((each) => ({ id: each, text: each })), language, noPause) // prettier-ignore
      const vocabulary = { index, list, exceptions: new Set<string>() }

      const { words: corrected, speakers } = await correctSpeech({ words: heard, speakers: 0 }, vocabulary, noPause)
      const replaced = corrected.flatMap((word, at) => (word.heard ? [at] : [])).toReversed()
      changed += replaced.length

      expect(speakers).toHaveLength(corrected.length)
      expect(joinWords(undoTerms(corrected))).toBe(joinWords(heard))
      expect(joinWords(replaced.reduce(undoTerm, corrected))).toBe(joinWords(heard))
    }),
  )
  expect(changed).toBeGreaterThan(0)
})

it('pauses while it prepares a vocabulary and while it reads', async () => {
  let pauses = 0
  const pause = () => Promise.resolve(void pauses++)
  const terms = Array.from({ length: 100 }, (_, at) => ({ id: `${at}`, text: `abc${'d'.repeat(at % 7)}a` }))
  const heard = Array.from({ length: 200 }, (_, at): Word => ({ text: 'abcda', start: at, end: at + 1, confidence: 1 }))

  const index = await buildTermIndex(terms, language, pause)
  const whilePreparing = pauses
  await correctSpeech({ words: heard, speakers: 0 }, { index, list, exceptions: new Set() }, pause)

  expect(whilePreparing).toBeGreaterThanOrEqual(10)
  expect(pauses - whilePreparing).toBeGreaterThanOrEqual(10)
})
