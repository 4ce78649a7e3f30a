import { describe, expect, it } from 'vitest'

import { paragraphRanges, toParagraphs } from './paragraphs.ts'
import { toSegments } from './segments.ts'

function words(text: string, start = 0, step = 0.5) {
  return text
    .split(' ')
    .map((word, n) => ({ text: word, start: start + n * step, end: start + n * step + 0.4, confidence: null }))
}

describe('segments', () => {
  it('are sentences with the times of their words [FILE-10]', () => {
    const segments = toSegments(words('Пришёл домой. Поел. И уснул'), 0)

    expect(segments.map(({ text, start, end, speaker }) => ({ text, start, end, speaker }))).toEqual([
      { text: 'Пришёл домой.', start: 0, end: 0.9, speaker: 0 },
      { text: 'Поел.', start: 1, end: 1.4, speaker: 0 },
      { text: 'И уснул', start: 1.5, end: 2.4, speaker: 0 },
    ])
  })

  it('are cut at a pause and where they grow too long, and lose no word', () => {
    const said = [...words('раз два', 0), ...words('три '.repeat(100).trim(), 10)]

    const segments = toSegments(said, 1)

    expect(segments[0]?.text).toBe('раз два')
    for (const segment of segments) expect(segment.end - segment.start).toBeLessThanOrEqual(20)
    expect(segments.flatMap((segment) => segment.words)).toEqual(said)
  })

  it('are cut where somebody else begins to speak', () => {
    const segments = toSegments(words('Вы придёте да конечно приду'), [0, 0, 1, 1, 1])

    expect(segments.map(({ text, speaker }) => ({ text, speaker }))).toEqual([
      { text: 'Вы придёте', speaker: 0 },
      { text: 'да конечно приду', speaker: 1 },
    ])
  })

  it('of nothing are none', () => {
    expect(toSegments([], 0)).toEqual([])
  })
})

describe('paragraphs', () => {
  const segment = (start: number, end: number, text: string, speaker = 0) => ({ start, end, text, speaker, words: [] })

  it('start anew on a speaker change, on a gap over 5 s, and at a sentence end after over 30 s [FILE-8]', () => {
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

  it('know their segments, and stay the same objects where those do', () => {
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
