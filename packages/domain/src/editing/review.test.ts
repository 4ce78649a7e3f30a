import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyWord, said, segmentOf, segmentsOf, spokenWords } from '#test/transcripts.ts'

import { findRisks, type ReviewRules, reviewSeconds, riskiest } from './review.ts'

const rules: ReviewRules = { negations: new Set(['не']), numerals: ['тысяч'], notNames: new Set(['вы']) }

const reasonsOf = (text: string) =>
  findRisks([segmentOf(said(text, 0, 10))], rules).map(({ reasons, words }) => [words[0]?.word, ...reasons])

describe('the places worth a second look', () => {
  it('are names, numbers and «не», but not the first word of a sentence', () => {
    expect(reasonsOf('Вчера Мымрин не принёс 15 бумаг. Тысячи ждут, Вы знаете, «Ромашку».')).toEqual([
      [1, 'name'],
      [2, 'negation'],
      [4, 'number'],
      [6, 'number'],
      [10, 'name'],
    ])
  })

  it('are words of low confidence, where it is known', () => {
    const words = said('раз два три', 0, 10).map((word, n) => ({ ...word, confidence: [0.59, 0.6, null][n] ?? null }))

    expect(findRisks([segmentOf(words)], rules)).toMatchObject([
      { reasons: ['confidence'], words: [{ at: 0, word: 0 }] },
    ])
  })

  it('are the borders of speakers, where a sentence begins', () => {
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

  it('that overlap are one, with all of their reasons', () => {
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

  it('last 3 to 8 seconds, come in order and overlap only where one would be too long', () => {
    const word = fc.oneof(anyWord, fc.constantFrom('не', 'Анна', '7', 'да'))
    fc.assert(
      fc.property(segmentsOf(spokenWords(word, 9)), (segments) => {
        const places = findRisks(segments, rules)
        for (const [index, { start, end, words }] of places.entries()) {
          const next = places[index + 1]
          expect(end - start).toBeGreaterThanOrEqual(3 - 1e-6)
          expect(end - start).toBeLessThanOrEqual(8 + 1e-6)
          expect(words.length).toBeGreaterThan(0)
          expect(next?.start ?? Infinity).toBeGreaterThanOrEqual(start)
          expect(!next || next.start > end || next.end - start > 8 - 1e-6).toBe(true)
        }
      }),
    )
  })

  it('are cut down to the most risky, in order', () => {
    const places = findRisks([segmentOf(said('Он не знал 5 Мымриных и не 7', 0, 10))], rules)

    expect(riskiest(places, 3).map(({ reasons }) => reasons)).toEqual([['number'], ['name'], ['number']])
    expect(riskiest(places, 99)).toEqual(places)
  })

  it('take as long as it takes to hear them twice and decide', () => {
    const places = Array.from({ length: 24 }, (_, n) => ({ start: n * 10, end: n * 10 + 3, reasons: [], words: [] }))

    expect(reviewSeconds(places)).toBe(240)
  })
})
