import { expect, it } from 'vitest'

import { suggestSpellings } from './suggest-spellings.ts'

const costs = {
  sounds: 'авеийклмнорстцшю',
  lost: () => 0.6,
  changed: (one: string, other: string) => (one === other ? 0 : 0.5),
}
// Only what is compared matters.
const language = { soundsOf: (word: string) => word.toLowerCase(), costs } as never
const exists = new Set(['корова', 'крова', 'слово', 'мюллер'])
const spellings = {
  language,
  letters: 'авеийклмнорстцшю',
  isKnown: (word: string) => exists.has(word),
  own: ['Штирлиц', 'Мюллер'],
}

it('suggests words that exist and sound like the one that was heard, the likest first', () => {
  expect(suggestSpellings('карова', spellings)).toEqual(['корова', 'крова'])
})

it('suggests own words first, as they are written', () => {
  expect(suggestSpellings('мюлер', spellings)).toEqual(['Мюллер', 'мюллер'])
})

it('keeps the case of what was heard', () => {
  expect(suggestSpellings('Карова', spellings)).toEqual(['Корова', 'Крова'])
})

it('suggests nothing for short words, numbers, and words that sound like nothing', () => {
  expect(['ра', '15', 'центр'].flatMap((word) => suggestSpellings(word, spellings))).toEqual([])
})

it('suggests own words alone without a list of words', () => {
  expect(suggestSpellings('штерлиц', { ...spellings, isKnown: undefined })).toEqual(['Штирлиц'])
  expect(suggestSpellings('карова', { ...spellings, isKnown: undefined })).toEqual([])
})
