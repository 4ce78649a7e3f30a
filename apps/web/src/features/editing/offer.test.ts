import { russianDeclensions } from '@doslovno/texts/declensions.ts'
import { expect, it } from 'vitest'

import { offerOf } from './offer.ts'
import { talk } from './test-server.ts'

const { segments } = talk(
  'Пришёл Мымрин с отчётом.',
  'Мымрену отчёт понравился.',
  'С Мымреным говорили о лесе.',
  'Все видели Мымрена и серьвер.',
)

it('offers the same correction in all forms of a word, in the order of the text', () => {
  const offer = offerOf([{ from: 'Мымрен', to: 'Мымрин', isSentenceStart: false }], segments, russianDeclensions)

  expect(offer?.places.map(({ found, text }) => [found, text])).toEqual([
    ['Мымрену', 'Мымрину'],
    ['Мымреным', 'Мымриным'],
    ['Мымрена', 'Мымрина'],
  ])
})

it('takes several corrections together under the one that stands in most places', () => {
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

it('offers nothing to who has written something else altogether', () => {
  const words = ['Мымрен', 'раз', 'два', 'три', 'четыре', 'пять']
  const corrections = words.map((from) => ({ from, to: 'Мымрин', isSentenceStart: false }))

  expect(offerOf(corrections, segments, russianDeclensions)).toBeUndefined()
})

it('offers nothing where there is nothing else', () => {
  expect(offerOf([{ from: 'море', to: 'горе', isSentenceStart: false }], segments, russianDeclensions)).toBeUndefined()
})
