import { describe, expect, it } from 'vitest'

import { said, segmentOf } from '#test/transcripts.ts'

import { correctionAt } from './find-forms.ts'
import { applyOperation, invertOperation, type Operation } from './operations.ts'
import { findPlaces, inCaseOf, replacementsOf } from './replace.ts'

const segments = [
  segmentOf(said('Котёл стоит. КОТЕЛ греет, а котельная ждёт.')),
  segmentOf(said('Старый котел и новый котёл (котёл!).', 10)),
]
const transcript = { segments, speakers: [] }
const whole = { wholeWord: true }
const anywhere = { wholeWord: false }

describe('finding', () => {
  it('ignores case and «ё», and matches whole words on request', () => {
    expect(findPlaces(segments, 'котел', whole).map(({ found }) => found)).toEqual([
      'Котёл',
      'КОТЕЛ',
      'котел',
      'котёл',
      'котёл',
    ])
    expect(findPlaces(segments, 'Котёл', anywhere)).toHaveLength(6)
  })

  it('gives each place with its context and time', () => {
    expect(findPlaces(segments, 'греет', whole)).toEqual([
      {
        at: 0,
        from: 19,
        to: 24,
        start: 1.5,
        before: 'Котёл стоит. КОТЕЛ ',
        found: 'греет',
        after: ', а котельная ждёт.',
      },
    ])
  })

  it('cuts a long context at a word', () => {
    const long = [segmentOf(said(`${'слово '.repeat(20)}вот ${'слово '.repeat(20)}`.trim()))]

    expect(findPlaces(long, 'вот', whole)[0]).toMatchObject({
      before: '…слово слово слово слово слово слово ',
      after: ' слово слово слово слово слово слово…',
    })
  })

  it('takes a query literally, except for white space', () => {
    const odd = [segmentOf(said('цена (около 5 $) [сто] a.b'))]

    expect(findPlaces(odd, ' (около  5 $) ', anywhere)).toHaveLength(1)
    expect(findPlaces(odd, 'a.b', whole)).toHaveLength(1)
    expect(findPlaces(odd, 'a-b', whole)).toEqual([])
    expect(findPlaces(odd, '.*', anywhere)).toEqual([])
    expect(findPlaces(odd, '  ', anywhere)).toEqual([])
  })
})

describe('replacing', () => {
  const places = findPlaces(segments, 'котёл', whole)
  const operation: Operation = { kind: 'replaceMany', replacements: replacementsOf(places, 'бойлер') }
  const replaced = applyOperation(transcript, operation)

  it('keeps the case of every place and the times of all words', () => {
    expect(replaced?.segments.map(({ text }) => text)).toEqual([
      'Бойлер стоит. БОЙЛЕР греет, а котельная ждёт.',
      'Старый бойлер и новый бойлер (бойлер!).',
    ])
    expect(replaced?.segments.map(({ words }) => words.map(({ start, end }) => [start, end]))).toEqual(
      segments.map(({ words }) => words.map(({ start, end }) => [start, end])),
    )
  })

  it('is undone in one step', () => {
    const undo = invertOperation(operation, transcript)

    expect(replaced && undo && applyOperation(replaced, undo)).toEqual(transcript)
  })

  it.each([
    ['котёл', 'бойлер', 'бойлер'],
    ['Котёл', 'бойлер', 'Бойлер'],
    ['КОТЁЛ', 'бойлер', 'БОЙЛЕР'],
    ['котёл', 'Бойлер', 'Бойлер'],
    ['мымрен', 'Мымрин', 'Мымрин'],
    ['Я', 'мы', 'Мы'],
    ['«Котёл', '«бойлер', '«Бойлер'],
    ['15', 'пять', 'пять'],
  ])('turns %s into %s as %s', (found, text, written) => {
    expect(inCaseOf(found, text)).toBe(written)
  })
})

describe('the correction of one word in an edit', () => {
  const words = said('вот штирлиц, мюлер идёт')

  it('is what stands in its place, also in another case', () => {
    expect(correctionAt(words, 1, 'вот Штирлиц, мюлер идёт')).toEqual({ from: 'штирлиц', to: 'Штирлиц', isSentenceStart: false }) // prettier-ignore
    expect(correctionAt(words, 2, 'вот штирлиц, Мюллер идёт')).toMatchObject({ to: 'Мюллер' })
  })

  it('is none if the word stays, is left out, or became several', () => {
    expect(correctionAt(words, 1, 'вот штирлиц, Мюллер идёт')).toBeUndefined()
    expect(correctionAt(words, 1, 'вот мюлер идёт')).toBeUndefined()
    expect(correctionAt(words, 1, 'вот штир лиц, мюлер идёт')).toBeUndefined()
  })

  it('is none among other changed words, unless it begins like the one that was heard', () => {
    expect(correctionAt(words, 1, 'вот Шелленберг, Мюллер идёт')).toMatchObject({ to: 'Шелленберг' })
    expect(correctionAt(words, 1, 'вот никто Мюллер идёт')).toBeUndefined()
  })
})
