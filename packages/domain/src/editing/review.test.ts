import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyWord, said, segmentOf, segmentsOf, spokenWords } from '#test/transcripts.ts'
import type { Word } from '#transcript/words.ts'

import { byRisk, findRisks, type ReviewRules, reviewSeconds, withinSeconds } from './review.ts'

const rules: ReviewRules = { negations: new Set(['не']), numerals: ['тысяч'], notNames: new Set(['вы']) }

const reasonsOf = (text: string) =>
  findRisks([segmentOf(said(text, 0, 10))], rules).map(({ reasons, words }) => [words[0]?.word, ...reasons])

describe('risky spots', () => {
  it('are names, numbers and «не», but not the first word of a sentence', () => {
    expect(reasonsOf('Вчера Мымрин не принёс 15 бумаг. Тысячи ждут, Вы знаете, «Ромашку».')).toEqual([
      [1, 'name'],
      [2, 'negation'],
      [4, 'number'],
      [6, 'number'],
      [10, 'name'],
    ])
  })

  it('are not words that the vocabulary put in or asks about', () => {
    const [one, two, three, four] = said('нюлер мюле ром рыбуха', 0, 10)
    const maybe = { text: 'Мюллером', words: 2, termId: 'term' }
    const words = [{ ...one, heard: 'нюлер', termId: 'term' }, { ...two, maybe }, three, four].map(
      (word) => word as Word,
    )

    const found = findRisks([segmentOf(words)], { ...rules, isKnown: () => false })

    expect(found.map((spot) => [spot.words[0]?.word, ...spot.reasons])).toEqual([[3, 'unknown']])
  })

  it('are words of low confidence, if it is known', () => {
    const words = said('раз два три', 0, 10).map((word, n) => ({ ...word, confidence: [0.59, 0.6, null][n] ?? null }))

    expect(findRisks([segmentOf(words)], rules)).toMatchObject([
      { reasons: ['confidence'], words: [{ at: 0, word: 0 }] },
    ])
  })

  it('are words that nobody knows, as risky as words of low confidence', () => {
    const known = new Set(['пришел', 'домой'])
    const spots = findRisks([segmentOf(said('Пришёл нюлер домой', 0, 10))], { ...rules, isKnown: (word) => known.has(word) }) // prettier-ignore

    expect(spots).toMatchObject([{ reasons: ['unknown'], words: [{ at: 0, word: 1 }] }])
  })

  it('are changes of speaker, which begin a sentence', () => {
    const segments = [
      segmentOf(said('ну вот', 0), 0),
      segmentOf(said('Понятно', 20), 1),
      segmentOf(said('Москва', 40), 1),
    ]

    expect(findRisks(segments, rules)).toMatchObject([
      { start: 18.7, end: 21.7, reasons: ['speaker'], words: [{ at: 1, word: 0 }] },
      { reasons: ['name'], words: [{ at: 2, word: 0 }] },
    ])
  })

  it('are joined with all their reasons if they overlap', () => {
    expect(findRisks([segmentOf(said('это Мымрин не 5', 10, 0.5))], rules)).toEqual([
      {
        start: 9.2,
        end: 13.2,
        reasons: ['name', 'number', 'negation'],
        words: [
          { at: 0, word: 1 },
          { at: 0, word: 2 },
          { at: 0, word: 3 },
        ],
      },
    ])
  })

  it('last 3 to 8 seconds, are in order, and overlap only if a joined one would ask too much', () => {
    const word = fc.oneof(anyWord, fc.constantFrom('не', 'Анна', '7', 'да'))
    fc.assert(
      fc.property(segmentsOf(spokenWords(word, 9)), (segments) => {
        const spots = findRisks(segments, rules)
        for (const [index, { start, end, words, reasons }] of spots.entries()) {
          const next = spots[index + 1]
          const hasTwoBorders = reasons.includes('speaker') && next?.reasons.includes('speaker')
          expect(end - start).toBeGreaterThanOrEqual(3 - 1e-6)
          expect(end - start).toBeLessThanOrEqual(8 + 1e-6)
          expect(words.length).toBeGreaterThan(0)
          expect(next?.start ?? Infinity).toBeGreaterThanOrEqual(start)
          expect(!next || hasTwoBorders || next.start > end || next.end - start > 8 - 1e-6).toBe(true)
        }
      }),
    )
  })

  it('ask about one change of speaker each', () => {
    const segments = [segmentOf(said('ну', 0), 0), segmentOf(said('да', 1), 1), segmentOf(said('вот', 2), 0)]

    expect(findRisks(segments, rules)).toMatchObject([
      { reasons: ['speaker'], words: [{ at: 1, word: 0 }] },
      { reasons: ['speaker'], words: [{ at: 2, word: 0 }] },
    ])
  })

  it('are sorted by harm, and by time where it is equal', () => {
    const spots = findRisks([segmentOf(said('Он не знал 5 Мымриных и не 7', 0, 10))], rules)

    expect(byRisk(spots).map(({ words, reasons }) => [words[0]?.word, ...reasons])).toEqual([
      [3, 'number'],
      [4, 'name'],
      [7, 'number'],
      [1, 'negation'],
      [6, 'negation'],
    ])
  })

  it('are as many as the time is enough for, but at least one', () => {
    const spots = Array.from({ length: 24 }, (_, n) => ({ start: n * 10, end: n * 10 + 3, reasons: [], words: [] }))

    expect(withinSeconds(spots, 60)).toEqual(spots.slice(0, 6))
    expect(withinSeconds(spots, 1)).toEqual(spots.slice(0, 1))
    expect(withinSeconds(spots, 1000)).toEqual(spots)
    expect(withinSeconds([], 1)).toEqual([])
  })

  it('take the time to play each twice and decide', () => {
    const spots = Array.from({ length: 24 }, (_, n) => ({ start: n * 10, end: n * 10 + 3, reasons: [], words: [] }))

    expect(reviewSeconds(spots)).toBe(240)
  })
})
