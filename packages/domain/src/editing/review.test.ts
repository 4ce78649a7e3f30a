import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyWord, said, segmentOf, segmentsOf, spokenWords } from '#test/transcripts.ts'
import type { Segment } from '#transcript/segments.ts'
import type { Word } from '#transcript/words.ts'

import { byHarm, findRisks, groupRisks, reviewSeconds, type ReviewRules, spanAround, withinSeconds } from './review.ts'
import type { Declension } from './word-forms.ts'

const MASCULINE: Declension = { of: 'names', stem: /[нц]$/u, endings: [[''], ['а'], ['у'], ['а'], ['ем', 'ым'], ['е']] }
const declensions = { vowelEnd: /[аеиоу]$/u, tables: [MASCULINE], common: new Set<string>() }
const rules: ReviewRules = {
  negations: new Set(['не']),
  numerals: ['тысяч'],
  notNames: new Set(['вы']),
  declensions,
}

const segmentOfText = (text: string) => segmentOf(said(text, 0, 10))
const reasonsOf = (text: string, own = rules) =>
  findRisks([segmentOfText(text)], own).map(({ word, reason }) => [word, reason])
const asked = (segments: readonly Segment[], own = rules) =>
  byHarm(groupRisks(segments, findRisks(segments, own), own)).map(({ reason, places }) => [
    reason,
    ...places.map(({ at, word }) => segments[at]?.words[word]?.text),
  ])

describe('risky words', () => {
  it('are names, numbers and «не», but not the first word of a sentence', () => {
    expect(reasonsOf('Вчера Мымрин не принёс 15 бумаг. Тысячи ждут, Вы знаете, «Ромашку».')).toEqual([
      [1, 'name'],
      [2, 'negation'],
      [4, 'number'],
      [6, 'number'],
      [10, 'name'],
    ])
  })

  it('have one reason, the most harmful one', () => {
    expect(reasonsOf('Вот Мымрин', { ...rules, isKnown: (word) => word === 'вот' })).toEqual([[1, 'unknown']])
  })

  it('are not names and words that a person typed or confirmed', () => {
    const isConfirmed = (word: string) => word === 'скайльс'

    expect(reasonsOf('вот Скайльс и Мымрин', { ...rules, isKnown: () => false, isConfirmed })).toEqual([
      [0, 'unknown'],
      [2, 'unknown'],
      [3, 'unknown'],
    ])
  })

  it('are not words that the vocabulary put in or asks about', () => {
    const [one, two, three, four] = said('нюлер мюле ром рыбуха', 0, 10)
    const maybe = { text: 'Мюллером', words: 2, termId: 'term' }
    const words = [{ ...one, heard: 'нюлер', termId: 'term' }, { ...two, maybe }, three, four].map(
      (word) => word as Word,
    )

    const found = findRisks([segmentOf(words)], { ...rules, isKnown: () => false })

    expect(found).toEqual([{ at: 0, word: 3, reason: 'unknown' }])
  })

  it('are words of low confidence, if it is known', () => {
    const words = said('раз два три', 0, 10).map((word, n) => ({ ...word, confidence: [0.59, 0.6, null][n] ?? null }))

    expect(findRisks([segmentOf(words)], rules)).toEqual([{ at: 0, word: 0, reason: 'confidence' }])
  })

  it('are short turns of another speaker, which begin a sentence', () => {
    const segments = [
      segmentOf(said('ну вот', 0), 0),
      segmentOf(said('Понятно', 20), 1),
      segmentOf(said('Москва', 21), 1),
      segmentOf(said('Долгая речь', 50, 3), 0),
    ]

    expect(findRisks(segments, rules)).toEqual([
      { at: 1, word: 0, reason: 'speaker' },
      { at: 2, word: 0, reason: 'name' },
    ])
  })
})

describe('questions', () => {
  it('are one for a name in all of its forms, wherever it stands', () => {
    const isKnown = (word: string) => !word.startsWith('штирлиц')
    const segments = ['вот штирлиц', 'нет Штирлица тут', 'был Мымрин', 'вижу штирлиц'].map(segmentOfText)

    expect(asked(segments, { ...rules, isKnown })).toEqual([
      ['unknown', 'штирлиц', 'Штирлица', 'штирлиц'],
      ['name', 'Мымрин'],
    ])
  })

  it('are one for a number or a «не», and one for each unclear word and each speaker of short turns', () => {
    const unclear = said('да да', 0, 1).map((word) => ({ ...word, confidence: 0.1 }))
    const segments = [segmentOfText('взял 15 и 15, не 16'), segmentOf(unclear, 1), segmentOf(said('не надо', 30), 0)]

    expect(asked(segments)).toEqual([
      ['number', '15', '15,'],
      ['number', '16'],
      ['confidence', 'да'],
      ['confidence', 'да'],
      ['negation', 'не', 'не'],
      ['speaker', 'да'],
      ['speaker', 'не'],
    ])
  })

  it('begin with speech without words, then names and numbers by places times harm, then the rest', () => {
    const one = { start: 0, end: 3, count: 1, nearby: 1 }
    const items = [
      { ...one, id: 'often', reason: 'negation' as const, count: 90 },
      { ...one, id: 'name', reason: 'name' as const },
      { ...one, id: 'later', reason: 'unknown' as const, start: 20 },
      { ...one, id: 'unknown', reason: 'unknown' as const, start: 10 },
      { ...one, id: 'crowded', reason: 'unknown' as const, start: 30, nearby: 3 },
      { ...one, id: 'number', reason: 'number' as const, count: 3 },
      { ...one, id: 'unheard', reason: 'unheard' as const, start: 99 },
    ]

    expect(byHarm(items).map(({ id }) => id)).toEqual([
      'unheard',
      'number',
      'crowded',
      'unknown',
      'later',
      'name',
      'often',
    ])
  })

  it('play 3 to 8 seconds around a word', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 9, noNaN: true }),
        fc.double({ min: 0, max: 20, noNaN: true }),
        (at, length) => {
          const { start, end } = spanAround({ start: at, end: at + length })

          expect(end - start).toBeGreaterThanOrEqual(3 - 1e-6)
          expect(end - start).toBeLessThanOrEqual(8 + 1e-6)
          expect(start).toBeLessThanOrEqual(at)
        },
      ),
    )
  })

  it('are all the risky words, each in one question', () => {
    const word = fc.oneof(anyWord, fc.constantFrom('не', 'Анна', '7', 'да'))
    fc.assert(
      fc.property(segmentsOf(spokenWords(word, 9)), (segments) => {
        const risks = findRisks(segments, rules)
        const places = groupRisks(segments, risks, rules).flatMap((spot) => spot.places)

        expect(new Set(places)).toEqual(new Set(risks))
        expect(places).toHaveLength(risks.length)
      }),
    )
  })

  it('are as many as the time is enough for, but at least one', () => {
    const spots = Array.from({ length: 24 }, (_, n) => ({ start: n * 10, end: n * 10 + 3 }))

    expect(withinSeconds(spots, 60)).toEqual(spots.slice(0, 6))
    expect(withinSeconds(spots, 1)).toEqual(spots.slice(0, 1))
    expect(withinSeconds(spots, 1000)).toEqual(spots)
    expect(withinSeconds([], 1)).toEqual([])
  })

  it('take the time to play each twice and decide', () => {
    const spots = Array.from({ length: 24 }, (_, n) => ({ start: n * 10, end: n * 10 + 3 }))

    expect(reviewSeconds(spots)).toBe(240)
  })
})
