import { expect, it } from 'vitest'

import { bareMark, type Draft, piecesOf, selectedWord, stepWord, withWord } from './draft.ts'

const text = 'Вот «карова», из-за неё.'
const at = (from: number, to = from): Draft => ({ text, from, to })
const shown = (mark: { from: number; to: number } | undefined) => mark && text.slice(mark.from, mark.to)

it('selects words without the punctuation around them', () => {
  expect(shown(bareMark(text, { from: 4, to: 13 }))).toBe('карова')
  expect(selectedWord(at(5, 11))).toBe('карова')
  expect(selectedWord(at(4, 11))).toBeUndefined()
})

it('steps to the next word and back, and stays at both ends', () => {
  expect(shown(stepWord(at(5, 11), 1, false))).toBe('из-за')
  expect(shown(stepWord(at(5, 11), -1, false))).toBe('Вот')
  expect(shown(stepWord(at(0, 3), -1, false))).toBe('Вот')
  expect(shown(stepWord(at(20, 23), 1, false))).toBe('неё')
})

it('extends the selection to the neighbour', () => {
  expect(shown(stepWord(at(5, 11), 1, true))).toBe('карова», из-за')
  expect(shown(stepWord(at(5, 11), -1, true))).toBe('Вот «карова')
})

it('leaves the caret inside a word that is being typed to its letters', () => {
  expect(stepWord(at(8), 1, false)).toBeUndefined()
  expect(stepWord(at(11), -1, false)).toBeUndefined()
  expect(shown(stepWord(at(11), 1, false))).toBe('из-за')
  expect(shown(stepWord(at(5), 1, false))).toBe('карова')
})

it('puts another word in and keeps it selected', () => {
  const put = withWord(at(5, 11), 'корова')

  expect(put.text).toBe('Вот «корова», из-за неё.')
  expect(selectedWord(put)).toBe('корова')
})

it('draws the whole sentence', () => {
  expect(piecesOf(text).map(({ from, to }) => text.slice(from, to)).join('')).toBe(text) // prettier-ignore
  expect(piecesOf(text).filter(({ isWord }) => isWord)).toHaveLength(4)
})
