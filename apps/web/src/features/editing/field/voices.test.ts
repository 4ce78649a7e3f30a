import { describe, expect, it } from 'vitest'

import { run } from '#features/editing/text/steps.ts'
import { talk } from '#test/editing-server.ts'

import { giveTo, joinBefore, splitFor, type Voice, voicesOf, wordsBefore } from './voices.ts'

const TALK = talk('Добрый день.', 'Как дела?', 'Хорошо, спасибо.', 'Тогда начнём.')
const NEW: Voice = { name: 'Ия' }
const after = (operations: Parameters<typeof run>[1]) => run(TALK, operations)?.after
const spoken = (operations: Parameters<typeof run>[1]) =>
  after(operations)?.segments.map(({ text, speaker }) => `${speaker}: ${text}`)

describe('assigning words to another speaker', () => {
  it('covers one phrase, all that follow, or all of them', () => {
    const range = { at: 0, count: 1 }

    expect(spoken(giveTo(TALK, range, 'phrase', { speaker: 1 }))?.map((line) => line[0])).toEqual(['1', '1', '0', '1'])
    expect(spoken(giveTo(TALK, { at: 1, count: 1 }, 'onwards', { speaker: 4 }))?.map((line) => line[0])).toEqual([
      '0',
      '4',
      '0',
      '4',
    ])
    expect(spoken(giveTo(TALK, range, 'everywhere', { speaker: 1 }))?.map((line) => line[0])).toEqual([
      '1',
      '1',
      '1',
      '1',
    ])
  })

  it('adds a new speaker under the next number', () => {
    const result = after(giveTo(TALK, { at: 2, count: 1 }, 'phrase', NEW))

    expect(result && voicesOf(result)).toEqual([0, 1, 2])
    expect(result?.speakers).toContainEqual({ speakerId: 2, name: 'Ия' })
  })

  it('changes nothing for the same speaker', () => {
    expect(giveTo(TALK, { at: 0, count: 1 }, 'phrase', { speaker: 0 })).toEqual([])
  })
})

describe('splitting a paragraph', () => {
  it('works inside a sentence and between two', () => {
    const range = { at: 0, count: 3 }

    expect(spoken(splitFor(TALK, range, 3, NEW))).toEqual([
      '0: Добрый день.',
      '1: Как',
      '2: дела?',
      '2: Хорошо, спасибо.',
      '1: Тогда начнём.',
    ])
    expect(spoken(splitFor(TALK, range, 4, NEW))).toEqual([
      '0: Добрый день.',
      '1: Как дела?',
      '2: Хорошо, спасибо.',
      '1: Тогда начнём.',
    ])
  })

  it('leaves no empty half', () => {
    expect(splitFor(TALK, { at: 0, count: 1 }, 0, NEW)).toEqual([])
    expect(splitFor(TALK, { at: 0, count: 1 }, 2, NEW)).toEqual([])
  })

  it.each([
    ['до |слова', 1],
    ['до| слова', 1],
    ['до сло|ва', 1],
    ['|до слова', 0],
    ['до слова|', 2],
  ])('splits at the caret: %s', (marked, words) => {
    expect(wordsBefore(marked.replace('|', ''), marked.indexOf('|'))).toBe(words)
  })
})

describe('joining a paragraph to the one before', () => {
  const lively = {
    ...TALK,
    segments: TALK.segments.map((segment, at) => ({ ...segment, start: at * 2, end: at * 2 + 1 })),
  }

  it('gives it the speaker of that one', () => {
    expect(joinBefore(lively, { at: 1, count: 1 })).toEqual([
      { kind: 'assignSpeaker', at: 1, count: 1, scope: 'phrase', speaker: 0 },
    ])
  })

  it('is impossible over a pause, and for the first one', () => {
    expect(joinBefore(TALK, { at: 1, count: 1 })).toBeUndefined()
    expect(joinBefore(lively, { at: 0, count: 1 })).toBeUndefined()
  })
})
