import { expect, it } from 'vitest'

import { rememberStems } from './language.ts'

it('stems a word once, and again when it was forgotten', () => {
  const asked: string[] = []
  const stem = rememberStems((word) => {
    asked.push(word)
    return word.slice(0, 1)
  }, 2)

  const stems = ['one', 'one', 'two', 'three', 'one'].map(stem)

  expect(stems).toEqual(['o', 'o', 't', 't', 'o'])
  expect(asked).toEqual(['one', 'two', 'three', 'one'])
})
