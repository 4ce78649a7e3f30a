import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyWord, said, segmentOf, segmentsOf, shortWord, spokenWords } from '#test/transcripts.ts'
import { joinWords, splitWords } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

import { diffWords } from './diff-words.ts'
import { alignEdit, narrowEdit, normalWord } from './edit-text.ts'
import { applyOperation } from './operations.ts'

const edited = (words: readonly Word[], from: number, to: number, put: readonly string[]) =>
  [...words.slice(0, from).map(({ text }) => text), ...put, ...words.slice(to).map(({ text }) => text)].join(' ')

/** Words, a range of them, and its replacement. */
const edits = (word: fc.Arbitrary<string>) =>
  fc
    .tuple(spokenWords(word), fc.nat(60), fc.nat(10), fc.array(word, { maxLength: 8 }))
    .map(([words, at, count, put]) => {
      const from = Math.min(at, words.length)
      return { words, from, to: Math.min(from + count, words.length), put }
    })

describe('aligning an edited text', () => {
  it('gives exactly the typed words', () => {
    fc.assert(
      fc.property(spokenWords(anyWord), fc.array(anyWord), (words, written) => {
        expect(alignEdit(words, written.join(' ')).map(({ text }) => text)).toEqual(written)
      }),
    )
  })

  it('keeps times in order and within the span of the words', () => {
    fc.assert(
      fc.property(spokenWords(shortWord), fc.array(shortWord), (words, written) => {
        let start = words[0]?.start ?? 0
        for (const word of alignEdit(words, written.join(' '))) {
          expect(word.start).toBeGreaterThanOrEqual(start)
          expect(word.end).toBeGreaterThanOrEqual(word.start)
          expect(word.end).toBeLessThanOrEqual(words.at(-1)?.end ?? 0)
          start = word.start
        }
      }),
    )
  })

  it('keeps the time and confidence of untouched words', () => {
    fc.assert(
      fc.property(edits(fc.stringMatching(/^[a-z]{9}$/u)), ({ words, from, to, put }) => {
        const aligned = alignEdit(words, edited(words, from, to, put))

        expect(aligned.slice(0, from)).toEqual(words.slice(0, from))
        expect(aligned.slice(from + put.length)).toEqual(words.slice(to))
      }),
    )
  })

  it('keeps as many times as there are untouched words, even with repeated words', () => {
    fc.assert(
      fc.property(edits(shortWord), ({ words, from, to, put }) => {
        const times = new Set(words.map((word) => `${word.start} ${word.end} ${word.text} ${word.confidence}`))
        const aligned = alignEdit(words, edited(words, from, to, put))
        const kept = aligned.filter((word) => times.has(`${word.start} ${word.end} ${word.text} ${word.confidence}`))

        expect(kept.length).toBeGreaterThanOrEqual(words.length - (to - from))
      }),
    )
  })

  it('changes nothing if the text is unchanged', () => {
    fc.assert(
      fc.property(spokenWords(anyWord), (words) => {
        expect(alignEdit(words, joinWords(words))).toEqual(words)
      }),
    )
  })

  it('invents no confidence', () => {
    fc.assert(
      fc.property(edits(fc.stringMatching(/^[a-z]{9}$/u)), ({ words, from, to, put }) => {
        const known = new Set(words.map(({ text }) => text))
        const written = alignEdit(words, edited(words, from, to, put)).filter(({ text }) => !known.has(text))

        expect(written.filter(({ confidence }) => confidence !== null)).toEqual([])
      }),
    )
  })
})

describe('an edited word', () => {
  const words = said('Приехал Мымрен из города', 10).map((word) => ({ ...word, confidence: 0.5 }))

  it('takes the time but not the confidence of the word it replaces', () => {
    const aligned = alignEdit(words, 'Приехал Мымрин из города')

    expect(aligned[1]).toEqual({ text: 'Мымрин', start: 10.5, end: 10.9, confidence: null })
    expect([aligned[0], aligned[2], aligned[3]]).toEqual([words[0], words[2], words[3]])
  })

  it('keeps its time and confidence if only case, a comma or «ё» changed', () => {
    const aligned = alignEdit(said('еще раз', 1), 'Ещё, раз!')

    expect(aligned).toEqual([
      { text: 'Ещё,', start: 1, end: 1.4, confidence: null },
      { text: 'раз!', start: 1.5, end: 1.9, confidence: null },
    ])
    expect(alignEdit(words, 'приехал Мымрен из города.')[3]).toEqual({ ...words[3], text: 'города.' })
  })

  it('shares the time by length when split in two or joined from two', () => {
    expect(alignEdit(said('поэтому да', 0, 1), 'по этому да').slice(0, 2)).toEqual([
      { text: 'по', start: 0, end: 0.267, confidence: null },
      { text: 'этому', start: 0.267, end: 0.8, confidence: null },
    ])
    expect(alignEdit(said('по этому да'), 'поэтому да')[0]).toMatchObject({ start: 0, end: 0.9 })
  })
})

describe('a new word', () => {
  const words = [...said('раз', 1), ...said('два', 9)]

  it('goes into the pause after the previous word, for as long as it takes to say', () => {
    expect(alignEdit(words, 'раз ровно два')[1]).toEqual({ text: 'ровно', start: 1.4, end: 1.88, confidence: null })
  })

  it('has no duration if there is no pause', () => {
    const tight = [...said('раз', 0), ...said('два', 0.4)]

    expect(alignEdit(tight, 'раз и два')[1]).toMatchObject({ start: 0.4, end: 0.4 })
  })

  it('stays within the bounds at either end', () => {
    const aligned = alignEdit(words, 'вот раз два всё', { start: 0.9, end: 20 })

    expect(aligned[0]).toMatchObject({ start: 0.9, end: 1 })
    expect(aligned[3]).toMatchObject({ start: 9.4, end: 9.72 })
    expect(alignEdit([], 'заново', { start: 3, end: 4 })).toEqual([
      { text: 'заново', start: 3, end: 3.56, confidence: null },
    ])
  })
})

it('stays within the span despite rounding', () => {
  const [word] = alignEdit([], 'миг', { start: 1.00049, end: 1.0006 })

  expect(word).toMatchObject({ start: 1.00049, end: 1.0006 })
})

it('returns no words for an empty text', () => {
  expect(alignEdit(said('раз два'), ' \n ')).toEqual([])
})

it('aligns 500 words rewritten from end to end, in time that grows no faster than their square', () => {
  const rewrite = (count: number) => {
    const words = said(Array.from({ length: count }, (_, n) => `слово${n}`).join(' '))
    const text = words.map((word, n) => (n % 2 === 0 ? `${word.text}х` : word.text)).join(' ')
    const started = performance.now()
    const aligned = alignEdit(words, text)
    return { words, aligned, ms: performance.now() - started }
  }
  const fastest = (count: number) => Math.min(...Array.from({ length: 5 }, () => rewrite(count).ms))

  const { words, aligned } = rewrite(500)

  expect(aligned.filter((_, n) => n % 2 === 1)).toEqual(words.filter((_, n) => n % 2 === 1))
  // Four times the words: 16 times the work, with room for a busy machine.
  expect(fastest(500)).toBeLessThan(fastest(125) * 64)
})

describe('the differences between two texts', () => {
  it('are minimal and turn one text into the other', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 24 })
    fc.assert(
      fc.property(list, list, (from, to) => {
        const differences = diffWords(from, to)
        const removed = differences.reduce((sum, { fromStart, fromEnd }) => sum + fromEnd - fromStart, 0)
        let next = 0
        const rebuilt = differences.flatMap(({ fromStart, fromEnd, toStart, toEnd }) => {
          const run = [...from.slice(next, fromStart), ...to.slice(toStart, toEnd)]
          next = fromEnd
          return run
        })

        expect([...rebuilt, ...from.slice(next)]).toEqual(to)
        expect(from.length - removed).toBe(longestCommon(from, to))
      }),
    )
  })

  it('ignore case, outer punctuation and «ё»', () => {
    expect(splitWords('«Ёлка!» ёлка, Елка — ЕЛКА').map(normalWord)).toEqual(['елка', 'елка', 'елка', '—', 'елка'])
  })
})

/** Textbook longest common subsequence, as a reference. */
function longestCommon(from: readonly string[], to: readonly string[]): number {
  let row = to.map(() => 0)
  for (const word of from) {
    const next: number[] = []
    for (const [index, other] of to.entries())
      next.push(word === other ? (row[index - 1] ?? 0) + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}

it('drops the marks of the vocabulary from a word that is replaced', () => {
  const word = { text: 'Мюллер', start: 0, end: 1, confidence: 0.9, heard: 'нюлер', termId: 'term' }

  expect(alignEdit([word], 'Миллер')).toEqual([{ text: 'Миллер', start: 0, end: 1, confidence: null }])
})

const segments = ['Добрый день.', 'Как дела?', 'Хорошо, спасибо.', 'Тогда начнём.'].map((text, at) =>
  segmentOf(said(text, at * 2)),
)
const whole = { at: 0, count: 4 }

describe('an edit of a paragraph', () => {
  it('is narrowed to the sentences that changed', () => {
    expect(narrowEdit(segments, whole, 'Добрый день. Как твои дела? Хорошо, спасибо. Тогда начнём.')).toEqual({
      at: 1,
      count: 1,
      text: 'Как твои дела?',
    })
    expect(narrowEdit(segments, whole, 'Добрый день. Хорошо, спасибо. Тогда начнём.')).toEqual({
      at: 1,
      count: 1,
      text: '',
    })
  })

  it('is dropped if only spaces changed', () => {
    expect(narrowEdit(segments, whole, ' Добрый  день.\nКак дела? Хорошо, спасибо. Тогда начнём. ')).toBeUndefined()
  })

  it('joins the sentence before it, at the beginning the one after', () => {
    const { at, count } = { at: 1, count: 2 }

    expect(narrowEdit(segments, { at, count }, 'Как дела? Ну. Хорошо, спасибо.')).toEqual({
      at: 1,
      count: 1,
      text: 'Как дела? Ну.',
    })
    expect(narrowEdit(segments, { at, count }, 'Ну. Как дела? Хорошо, спасибо.')).toEqual({
      at: 1,
      count: 1,
      text: 'Ну. Как дела?',
    })
  })

  it('gives the typed text, whatever it is', () => {
    const text = fc.array(shortWord, { maxLength: 40 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(segmentsOf(spokenWords(shortWord)), text, (spoken, written) => {
        fc.pre(spoken.length > 0)
        const narrow = narrowEdit(spoken, { at: 0, count: spoken.length }, written)
        const before = { segments: spoken, speakers: [] }
        const after = narrow ? applyOperation(before, { kind: 'editText', ...narrow }) : before

        expect(after?.segments.map((segment) => segment.text).join(' ')).toBe(written)
      }),
    )
  })
})
