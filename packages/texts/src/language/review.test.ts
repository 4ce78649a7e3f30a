import { findRisks, groupRisks } from '@doslovno/domain/editing/review.ts'
import { expect, it } from 'vitest'

import { russianReviewRules } from './review.ts'

it('finds «не», numbers and names in Russian', () => {
  const text = 'Мы не взяли двадцать тысяч у Мымрина, как Вы и просили.'
  const words = text.split(' ').map((word, n) => ({ text: word, start: n * 10, end: n * 10 + 1, confidence: null }))

  const risks = findRisks([{ start: 0, end: 110, text, speaker: 0, words }], russianReviewRules)

  expect(risks.map(({ word, reason }) => [words[word]?.text, reason])).toEqual([
    ['не', 'negation'],
    ['двадцать', 'number'],
    ['тысяч', 'number'],
    ['Мымрина,', 'name'],
  ])
})

it('asks once about a name in all of its cases', () => {
  const words = 'вот штирлиц, и Штирлица, со Штирлицем и без Мюллера'.split(' ').map((text, n) => ({ text, start: n * 10, end: n * 10 + 1, confidence: null })) // prettier-ignore
  const segments = [{ start: 0, end: 90, text: '', speaker: 0, words }]
  const rules = { ...russianReviewRules, isKnown: (word: string) => !word.startsWith('штирлиц') }

  const spots = groupRisks(segments, findRisks(segments, rules), rules)

  expect(spots.map(({ places }) => places.map(({ word }) => words[word]?.text))).toEqual([
    ['штирлиц,', 'Штирлица,', 'Штирлицем'],
    ['без'],
    ['Мюллера'],
  ])
})
