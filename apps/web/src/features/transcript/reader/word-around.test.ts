import { expect, it } from 'vitest'

import { wordAround } from './word-around.ts'

const wordIn = (marked: string) => {
  const offset = marked.indexOf('|')
  const text = marked.replace('|', '')
  const { from, to } = wordAround(text, offset)
  return text.slice(from, to)
}

it.each([
  ['На Ма|рз, говорят', 'Марз'],
  ['На |Марз, говорят', 'Марз'],
  ['На Марз|, говорят', 'Марз'],
  ['«Ма|рз»', 'Марз'],
  ['кто-т|о сказал', 'кто-то'],
  ['ровно 3,|5 кг', '3,5'],
  ['в 15:3|0.', '15:30'],
  ['д\u2019Арт|аньян', 'д\u2019Артаньян'],
])('takes the word without its punctuation: %s → %s', (marked, word) => {
  expect(wordIn(marked)).toBe(word)
})

it('is empty between words', () => {
  expect(wordAround('Да — нет', 4)).toEqual({ from: 4, to: 4 })
})
