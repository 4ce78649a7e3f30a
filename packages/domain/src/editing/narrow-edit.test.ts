import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { said, segmentOf, segmentsOf, shortWord, spokenWords } from '#test/transcripts.ts'

import { narrowEdit } from './narrow-edit.ts'
import { applyOperation } from './operations.ts'

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
