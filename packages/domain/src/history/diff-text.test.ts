import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { said, segmentOf, segmentsOf, shortWord, spokenWords } from '#test/transcripts.ts'
import type { Segment } from '#transcript/segments.ts'

import { diffText } from './diff-text.ts'

const text = (...sentences: string[]): Segment[] => sentences.map((one, n) => segmentOf(said(one, n * 10)))
const marked = (from: Segment[], to: Segment[]) =>
  diffText(from, to).map(({ start, pieces }) => [start, pieces.map(({ kind, text: said }) => `${kind}: ${said}`)])

describe('the difference of two texts', () => {
  it('shows removed and added words with a few words around, and its time', () => {
    const from = text('Раз два три.', 'Четыре пять шесть семь.')
    const to = text('Раз два три.', 'Четыре шесть семь восемь.')

    expect(marked(from, to)).toEqual([
      [10.5, ['same: Раз два три. Четыре', 'removed: пять', 'same: шесть', 'removed: семь.', 'added: семь восемь.']],
    ])
  })

  it('keeps far places apart', () => {
    const middle = Array.from({ length: 30 }, (_, n) => `слово${n}`).join(' ')

    const places = diffText(text('Раз.', middle, 'Два.'), text('Три.', middle, 'Четыре.'))

    expect(places.map(({ start }) => start)).toEqual([0, 20])
  })

  it('is nothing if only the borders of sentences moved', () => {
    expect(diffText(text('Раз два.', 'Три.'), text('Раз два. Три.'))).toEqual([])
  })

  it('accounts for every word', () => {
    const texts = segmentsOf(spokenWords(shortWord, 4, 40))
    fc.assert(
      fc.property(texts, texts, (from, to) => {
        const pieces = diffText(from, to).flatMap((place) => place.pieces)
        const count = (kind: string) =>
          pieces.filter((piece) => piece.kind === kind).reduce((sum, { text: said }) => sum + said.split(' ').length, 0)
        const lengthOf = (segments: Segment[]) => segments.reduce((sum, { words }) => sum + words.length, 0)

        expect(count('added') - count('removed')).toBe(lengthOf(to) - lengthOf(from))
        expect(pieces.some(({ kind }) => kind !== 'same')).toBe(textOf(from) !== textOf(to))
      }),
    )
  })
})

const textOf = (segments: readonly Segment[]) => segments.map((segment) => segment.text).join(' ')

// 50 to 90 ms of one core.
describe('two texts of 25,000 words', () => {
  /** Sentences of ten words, as a vocabulary of 2000 words gives them. */
  const long = (seed: number, isChanged: (n: number) => boolean) =>
    text(
      ...Array.from({ length: 2500 }, (_, sentence) =>
        Array.from({ length: 10 }, (_word, n) => {
          const place = sentence * 10 + n
          return isChanged(place) ? `новое${(place * 7919 + seed) % 2000}` : `слово${(place * 104_729) % 2000}`
        }).join(' '),
      ),
    )
  const ORIGINAL = long(0, () => false)

  it.each([
    ['with a word corrected in every fourth sentence', (n: number) => n % 40 === 3],
    ['with a word corrected in every sentence', (n: number) => n % 10 === 3],
    ['with no word in common', () => true],
  ])('%s are compared in no time, even on a busy machine', (_, isChanged) => {
    const other = long(1, isChanged)
    const started = performance.now()

    const places = diffText(ORIGINAL, other)

    const tookMs = performance.now() - started
    expect(places.length).toBeGreaterThan(0)
    expect(tookMs).toBeLessThan(3000)
  })
})
