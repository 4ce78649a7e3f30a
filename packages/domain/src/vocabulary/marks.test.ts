import { describe, expect, it } from 'vitest'

import { applyChange } from '#editing/changes.ts'
import { editText } from '#editing/edit-text.ts'
import { said, segmentOf } from '#test/transcripts.ts'
import { joinWords } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

import { acceptPatches, findQuestions, findReplaced, keepPatches, reformPatches, undoPatches } from './marks.ts'

const TERM = 'muller'
const replaced = (text: string, heard: string, start: number): Word[] =>
  said(text, start).map((word, at) => ({ ...word, heard: at === 0 ? heard : '', termId: TERM }))
const asked = (heard: string, text: string, start: number): Word[] =>
  said(heard, start).map((word, at, { length }) =>
    at === 0 ? { ...word, maybe: { text, words: length, termId: TERM } } : word,
  )
const segments = [
  segmentOf([...said('Вот', 0), ...replaced('Мюллер,', 'нюлер,', 1), ...said('сказал.', 2)]),
  segmentOf([...said('Смотрим', 10), ...replaced('Волга-Волга', 'волго волго', 11)]),
  segmentOf([...asked('мюле ром', 'Мюллером', 20), ...said('или', 22), ...asked('Мюле ром.', 'Мюллером.', 23)]),
]
const after = (patches: Parameters<typeof applyChange>[1] & object) =>
  applyChange({ segments, speakers: [] }, patches)?.segments.map(({ text }) => text)

describe('marks of the vocabulary', () => {
  it('are found, questions by what was heard', () => {
    expect(findReplaced(segments)).toEqual([
      { at: 0, word: 1 },
      { at: 1, word: 1 },
    ])
    expect(findQuestions(segments)).toEqual([
      {
        heard: 'мюле ром',
        text: 'Мюллером',
        termId: TERM,
        places: [
          { at: 2, word: 0 },
          { at: 2, word: 3 },
        ],
      },
    ])
  })

  it('give back what was heard', () => {
    expect(after({ patches: undoPatches(segments, findReplaced(segments)) })).toEqual([
      'Вот нюлер, сказал.',
      'Смотрим волго волго',
      'мюле ром или Мюле ром.',
    ])
  })

  it('are answered in all places at once', () => {
    const places = findQuestions(segments).flatMap((question) => question.places)
    const kept = applyChange({ segments, speakers: [] }, { patches: keepPatches(segments, places) })?.segments ?? []

    expect(after({ patches: acceptPatches(segments, places) })?.[2]).toBe('Мюллером или Мюллером.')
    expect(kept[2]?.text).toBe('мюле ром или Мюле ром.')
    expect(findQuestions(kept)).toEqual([])
  })

  it('take another form with the punctuation around it and can still be undone', () => {
    const [patch] = reformPatches(segments, { at: 0, word: 1 }, 'Мюллера')
    const [changed] = patch?.segments ?? []

    expect(changed?.text).toBe('Вот Мюллера, сказал.')
    expect(changed?.words[1]).toMatchObject({ heard: 'нюлер,', termId: TERM })
  })

  it('are undone as a whole when a long sentence was cut inside them', () => {
    const words = replaced('Новый Уренгой', 'новый у рин гой', 5)
    const cut = [segmentOf([...said('Едем в', 0), ...words.slice(0, 1)]), segmentOf(words.slice(1))]

    const undone = applyChange({ segments: cut, speakers: [] }, { patches: undoPatches(cut, findReplaced(cut)) })

    expect(undone?.segments.map(({ text }) => text)).toEqual(['Едем в новый у рин гой'])
  })

  it('are dropped by an edit of any of their words and kept by an edit beside them', () => {
    const own = [segmentOf([...replaced('Новый Уренгой', 'новый у рин гой', 5), ...said('далеко', 8)])]
    const bounds = { start: 0, end: 20 }
    const marked = (text: string) => editText(own, text, bounds).flatMap(({ words }) => words.map(({ termId }) => termId)) // prettier-ignore

    expect(marked('Новый Уренгой близко')).toEqual([TERM, TERM, undefined])
    expect(marked('Новый Уренгой, далеко')).toEqual([undefined, undefined, undefined])
    expect(marked('Новый город далеко')).toEqual([undefined, undefined, undefined])
    expect(joinWords(editText(own, 'Новый город', bounds).flatMap(({ words }) => words))).toBe('Новый город')
  })
})
