import { russianDeclensions } from '@doslovno/texts/language/declensions.ts'
import { expect, it } from 'vitest'

import { talk } from '#test/editing-server.ts'

import { offerOf } from './offer.ts'

const { segments } = talk(
  'Пришёл Мымрин с отчётом.',
  'Мымрену отчёт понравился.',
  'С Мымреным говорили о лесе.',
  'Все видели Мымрена и серьвер.',
)

it('offers the same correction for all forms of a word, in text order', () => {
  const offer = offerOf([{ from: 'Мымрен', to: 'Мымрин', isSentenceStart: false }], segments, russianDeclensions)

  expect(offer?.places.map(({ found, text }) => [found, text])).toEqual([
    ['Мымрену', 'Мымрину'],
    ['Мымреным', 'Мымриным'],
    ['Мымрена', 'Мымрина'],
  ])
})

it('joins several corrections under the one with the most matches', () => {
  const offer = offerOf(
    [
      { from: 'серьвер', to: 'сервер', isSentenceStart: false },
      { from: 'Мымрен', to: 'Мымрин', isSentenceStart: false },
    ],
    segments,
    russianDeclensions,
  )

  expect(offer?.correction.from).toBe('Мымрен')
  expect(offer?.places.map(({ found }) => found)).toEqual(['Мымрену', 'Мымреным', 'Мымрена', 'серьвер'])
})

it('offers nothing after a complete rewrite', () => {
  const words = ['Мымрен', 'раз', 'два', 'три', 'четыре', 'пять']
  const corrections = words.map((from) => ({ from, to: 'Мымрин', isSentenceStart: false }))

  expect(offerOf(corrections, segments, russianDeclensions)).toBeUndefined()
})

it('offers nothing without other matches', () => {
  expect(offerOf([{ from: 'море', to: 'горе', isSentenceStart: false }], segments, russianDeclensions)).toBeUndefined()
})
