import { expect, it } from 'vitest'

import { memoryStorage } from '#test/session.ts'

import { recallKept, rememberKept } from './kept-words.ts'

it('keeps the words of each user apart, by their letters, the newest ones', () => {
  const memory = memoryStorage()

  rememberKept(memory, 'anna', ['Мюллер,', '—', 'Ёлкин'])
  rememberKept(
    memory,
    'anna',
    Array.from({ length: 2999 }, (_, number) => `слово${number}`),
  )

  expect(recallKept(memory, 'anna').size).toBe(3000)
  expect(recallKept(memory, 'anna').has('мюллер')).toBe(true)
  expect(recallKept(memory, 'anna').has('елкин')).toBe(false)
  expect(recallKept(memory, 'ivan').size).toBe(0)
})

it('begins anew after damage', () => {
  expect(recallKept(memoryStorage({ 'keptWords:anna': '{' }), 'anna').size).toBe(0)
})
