import { describe, expect, it } from 'vitest'

import { chipLabels } from './chip-labels.ts'
import { tinyName } from './speakers.ts'

const voices = (count: number) => Array.from({ length: count }, (_, index) => `Спикер ${index + 1}`)

describe('chips of speakers', () => {
  it('show names and shares of a few', () => {
    expect(chipLabels(['Анна', 'Дмитрий'], 400)).toEqual(['share', 'share'])
  })

  it('drop the shares first, then the names of those who speak least', () => {
    expect(chipLabels(voices(4), 440)).toEqual(['name', 'name', 'name', 'name'])
    expect(chipLabels(voices(7), 388)).toEqual(['name', 'name', 'tiny', 'tiny', 'tiny', 'tiny', 'tiny'])
    expect(new Set(chipLabels(voices(12), 388))).toEqual(new Set(['tiny']))
  })

  it('keep their names in a narrow line, which scrolls', () => {
    expect(new Set(chipLabels(voices(12), 190))).toEqual(new Set(['name']))
  })

  it.each([
    ['Спикер 12', '12'],
    ['Анна Ковалёва', 'АК'],
    ['Анна', 'А'],
  ])('are told apart without a name: %s → %s', (name, tiny) => {
    expect(tinyName(name)).toBe(tiny)
  })
})
