import { describe, expect, it } from 'vitest'

import type { Word } from '#transcript/words.ts'

import type { FoundTerm } from './find-terms.ts'
import { doubtfulPieces, isReheard } from './rehear.ts'

const word = (text: string, start: number): Word => ({ text, start, end: start + 0.4, confidence: null })
const WORDS = [
  word('no.', 0),
  word('asked', 2),
  word('muler', 2.5),
  word('twice', 3),
  word('and', 6),
  word('left', 6.5),
]

function term(from: number, to: number, change: Partial<FoundTerm> = {}): FoundTerm {
  const form = { termId: 't', text: 'Muller', letters: 'muller', words: 1, cases: 1, sounds: new Uint8Array() }
  return { from, to, form, isQuestion: true, similarity: 0.85, rank: 1, ...change }
}

describe('doubtful pieces', () => {
  it('reach to the pauses around a term', () => {
    const [piece] = doubtfulPieces(WORDS, [term(2, 3)])

    expect(piece).toMatchObject({ from: 1, to: 4 })
    expect(piece?.start).toBeCloseTo(1.85)
    expect(piece?.end).toBeCloseTo(3.55)
  })

  it('hold every doubtful term once', () => {
    expect(doubtfulPieces(WORDS, [term(1, 2), term(2, 3), term(5, 6)])).toMatchObject([
      { from: 1, to: 4, found: [{ from: 1 }, { from: 2 }] },
      { from: 4, to: 6, found: [{ from: 5 }] },
    ])
  })

  it('leave out what is certain', () => {
    expect(doubtfulPieces(WORDS, [term(2, 3, { isQuestion: false, similarity: 0.95 })])).toEqual([])
  })
})

describe('a second hearing', () => {
  const piece = { from: 1, to: 4, start: 1.85, end: 3.55, found: [term(2, 3)] }
  const isTaken = (...texts: string[]) =>
    isReheard(
      WORDS,
      piece,
      texts.map((text, index) => word(text, index)),
    )

  it('is taken if the term appears and the rest agrees', () => {
    expect(isTaken('Asked', 'Muller', 'twice.')).toBe(true)
  })

  it('is refused without the term, with another text around it, or if it is empty', () => {
    expect(isTaken('asked', 'muler', 'twice')).toBe(false)
    expect(isTaken('Muller', 'Muller', 'went', 'home')).toBe(false)
    expect(isTaken()).toBe(false)
  })
})
