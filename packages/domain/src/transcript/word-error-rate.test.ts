import { expect, it } from 'vitest'

import { wordErrorRate } from './word-error-rate.ts'

it('counts replaced, added and lost words, and ignores case, punctuation and ё', () => {
  expect(wordErrorRate('ещё раз про ёлку', 'Еще раз, про елку!')).toBe(0)
  expect(wordErrorRate('один два три четыре', 'один пять три')).toBe(0.5)
  expect(wordErrorRate('один', 'один два три')).toBe(2)
  expect(wordErrorRate('', '')).toBe(0)
})
