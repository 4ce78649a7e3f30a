import { expect, it } from 'vitest'

import { initialsOf } from './initials.ts'

it.each([
  ['Анна Ковалёва', 'АК'],
  ['Спикер 12', 'С12'],
  ['анна', 'А'],
  ['Анна Мария Ковалёва', 'АМ'],
  ['  ', ''],
])('a speaker has initials: %s → %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
