import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { readWordList, writeWordList } from './word-list.ts'

it('never misses a word that was written into it', () => {
  const word = fc.stringMatching(/^[а-я]{2,12}$/u)
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1 }), fc.uniqueArray(word), (ordinary, rare) => {
      const { kindOf, isKnown } = readWordList(writeWordList(new Set(ordinary), new Set(rare)))

      expect(ordinary.every((each) => kindOf(each) === 'ordinary')).toBe(true)
      expect(rare.every(isKnown)).toBe(true)
    }),
  )
})

it('takes about one stranger in 2,000 for a member', () => {
  const members = Array.from({ length: 20_000 }, (_, index) => `member${spelled(index)}`)
  const { isKnown } = readWordList(writeWordList(new Set(members), new Set()))

  const strangers = Array.from({ length: 20_000 }, (_, index) => `stranger${spelled(index)}`)

  expect(strangers.filter(isKnown).length).toBeLessThan(40)
})

// Words with digits are not looked up.
const spelled = (index: number) => Array.from(String(index), (digit) => 'abcdefghij'[Number(digit)]).join('')
