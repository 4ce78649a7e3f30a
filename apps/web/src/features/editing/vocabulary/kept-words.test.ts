import { expect, it } from 'vitest'

import { stubStorage } from '#test/session.ts'

import { addKept, recallKept } from './kept-words.ts'

it('keeps the words of each user apart, by their letters, the newest ones', () => {
  stubStorage()

  addKept('anna', ['Мюллер,', '—', 'Ёлкин'])
  addKept(
    'anna',
    Array.from({ length: 2999 }, (_, number) => `слово${number}`),
  )

  expect(recallKept('anna').size).toBe(3000)
  expect(recallKept('anna').has('мюллер')).toBe(true)
  expect(recallKept('anna').has('елкин')).toBe(false)
  expect(recallKept('ivan').size).toBe(0)
})

it('begins anew after damage', () => {
  stubStorage({ 'keptWords:anna': '{' })

  expect(recallKept('anna').size).toBe(0)
})
