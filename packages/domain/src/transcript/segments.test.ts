import { describe, expect, it } from 'vitest'

import { said } from '#test/transcripts.ts'

import { paragraphRanges, toParagraphs } from './paragraphs.ts'
import { toSegments } from './segments.ts'

describe('segments', () => {
  it('are sentences with the times of their words [FILE-10]', () => {
    const segments = toSegments(said('Пришёл домой. Поел. И уснул'), 0)

    expect(segments.map(({ text, start, end, speaker }) => ({ text, start, end, speaker }))).toEqual([
      { text: 'Пришёл домой.', start: 0, end: 0.9, speaker: 0 },
      { text: 'Поел.', start: 1, end: 1.4, speaker: 0 },
      { text: 'И уснул', start: 1.5, end: 2.4, speaker: 0 },
    ])
  })

  it('are cut at a pause or when too long, and lose no word', () => {
    const spoken = [...said('раз два', 0), ...said('три '.repeat(100).trim(), 10)]

    const segments = toSegments(spoken, 1)

    expect(segments[0]?.text).toBe('раз два')
    for (const segment of segments) expect(segment.end - segment.start).toBeLessThanOrEqual(20)
    expect(segments.flatMap((segment) => segment.words)).toEqual(spoken)
  })

  it('are cut where the speaker changes', () => {
    const segments = toSegments(said('Вы придёте да конечно приду'), [0, 0, 1, 1, 1])

    expect(segments.map(({ text, speaker }) => ({ text, speaker }))).toEqual([
      { text: 'Вы придёте', speaker: 0 },
      { text: 'да конечно приду', speaker: 1 },
    ])
  })

  it('are none without words', () => {
    expect(toSegments([], 0)).toEqual([])
  })
})

describe('paragraphs', () => {
  const segment = (start: number, end: number, text: string, speaker = 0) => ({ start, end, text, speaker, words: [] })

  it('start on a speaker change, on a gap over 5 s, and at a sentence end after over 30 s [FILE-8]', () => {
    const paragraphs = toParagraphs([
      segment(0, 10, 'Первый.'),
      segment(10, 20, 'Тот же.'),
      segment(20, 25, 'Другой.', 1),
      segment(30.1, 40, 'После паузы.', 1),
      segment(40, 61, 'Долгая мысль без конца', 1),
      segment(61, 71, 'и вот конец.', 1),
      segment(71, 75, 'Новый абзац.', 1),
    ])

    expect(paragraphs.map(({ text }) => text)).toEqual([
      'Первый. Тот же.',
      'Другой.',
      'После паузы. Долгая мысль без конца и вот конец.',
      'Новый абзац.',
    ])
  })

  it('go on after a gap of just 5 s, and at a sentence end after just 30 s [FILE-8]', () => {
    const paragraphs = toParagraphs([
      segment(0, 10, 'Первый.'),
      segment(15, 30, 'После пяти секунд.'),
      segment(30, 31, 'После тридцати.'),
      segment(31, 32, 'Новый абзац.'),
    ])

    expect(paragraphs.map(({ text }) => text)).toEqual(['Первый. После пяти секунд. После тридцати.', 'Новый абзац.'])
  })

  it('have ranges of segments, and stay the same objects if their segments do', () => {
    const segments = [segment(0, 10, 'Первый.'), segment(10, 20, 'Тот же.'), segment(20, 25, 'Другой.', 1)]
    const changed = [...segments.slice(0, 2), segment(20, 25, 'Иначе.', 1)]

    expect(paragraphRanges(segments)).toEqual([
      { at: 0, count: 2 },
      { at: 2, count: 1 },
    ])
    expect(toParagraphs(changed)[0]).toBe(toParagraphs(segments)[0])
    expect(toParagraphs(changed)[1]?.text).toBe('Иначе.')
  })
})
