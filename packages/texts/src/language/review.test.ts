import { findRisks } from '@doslovno/domain/editing/review.ts'
import { expect, it } from 'vitest'

import { russianReviewRules } from './review.ts'

it('finds «не», numbers and names in Russian', () => {
  const text = 'Мы не взяли двадцать тысяч у Мымрина, как Вы и просили.'
  const words = text.split(' ').map((word, n) => ({ text: word, start: n * 10, end: n * 10 + 1, confidence: null }))

  const spots = findRisks([{ start: 0, end: 110, text, speaker: 0, words }], russianReviewRules)

  expect(spots.map((spot) => [words[spot.words[0]?.word ?? 0]?.text, ...spot.reasons])).toEqual([
    ['не', 'negation'],
    ['двадцать', 'number'],
    ['тысяч', 'number'],
    ['Мымрина,', 'name'],
  ])
})
