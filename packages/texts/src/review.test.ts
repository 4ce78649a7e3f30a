import { findRisks } from '@doslovno/domain/editing/review.ts'
import { expect, it } from 'vitest'

import { russianReviewRules } from './review.ts'

it('in Russian «не», numbers and names are worth a second look', () => {
  const text = 'Мы не взяли двадцать тысяч у Мымрина, как Вы и просили.'
  const words = text.split(' ').map((word, n) => ({ text: word, start: n * 10, end: n * 10 + 1, confidence: null }))

  const places = findRisks([{ start: 0, end: 110, text, speaker: 0, words }], russianReviewRules)

  expect(places.map((place) => [words[place.words[0]?.word ?? 0]?.text, ...place.reasons])).toEqual([
    ['не', 'negation'],
    ['двадцать', 'number'],
    ['тысяч', 'number'],
    ['Мымрина,', 'name'],
  ])
})
