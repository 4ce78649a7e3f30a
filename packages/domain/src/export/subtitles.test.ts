import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { said, segmentOf, segmentsOf, spokenWords } from '#test/transcripts.ts'
import type { Segment } from '#transcript/segments.ts'

import type { LineBreakRules } from './line-breaks.ts'
import { toRuns } from './subtitle-words.ts'
import { type Cue, toCues } from './subtitles.ts'

const rules: LineBreakRules = {
  leadingWords: new Set(['в', 'на', 'и', 'не', 'с', 'что']),
  trailingWords: new Set(['же', 'ли', 'бы']),
  units: new Set(['%', 'руб', 'млн', 'года']),
  prefixes: new Set(['№']),
  pairs: new Set(['т е']),
  patronymic: /ич$/u,
}

const texts = (cues: readonly Cue[]) => cues.map(({ lines }) => lines.join(' / '))
const wordsIn = (segments: readonly Segment[]) => segments.flatMap(({ words }) => words.map(({ text }) => text))
const anySegments = segmentsOf(
  spokenWords(fc.oneof(fc.stringMatching(/^[а-яa-zЁ«№%—<>&]{1,12}[.,!?…]?$/u), fc.constantFrom('и', 'не', '15', '%'))),
)
const segmentsOfChaos = segmentsOf(
  fc.array(
    fc.record({
      text: fc.stringMatching(/^[а-я]{1,60}$/u),
      start: fc.double({ min: 0, max: 100, noNaN: true }),
      end: fc.double({ min: 0, max: 100, noNaN: true }),
      confidence: fc.constant(null),
    }),
    { maxLength: 40 },
  ),
)

describe('subtitles of any speech', () => {
  it('contain every word once and in order', () => {
    fc.assert(
      fc.property(fc.oneof(anySegments, segmentsOfChaos), (segments) => {
        const shown = toCues(segments, rules).flatMap(({ lines }) => lines.flatMap((line) => line.split(' ')))

        expect(shown).toEqual(wordsIn(segments))
      }),
    )
  })

  it('never overlap, whatever the times of the words', () => {
    fc.assert(
      fc.property(fc.oneof(anySegments, segmentsOfChaos), (segments) => {
        let end = 0
        for (const cue of toCues(segments, rules, (speaker) => `Спикер ${speaker}`)) {
          expect(cue.startMs).toBeGreaterThanOrEqual(end)
          expect(cue.endMs).toBeGreaterThan(cue.startMs)
          expect(cue.endMs - cue.startMs).toBeLessThanOrEqual(7000)
          end = cue.endMs
        }
      }),
    )
  })

  it('have at most two lines of at most 42 characters, unless one word is longer', () => {
    fc.assert(
      fc.property(fc.oneof(anySegments, segmentsOfChaos), fc.boolean(), (segments, isNamed) => {
        for (const { lines } of toCues(segments, rules, isNamed ? () => 'Анна' : undefined)) {
          expect(lines.length).toBeLessThanOrEqual(2)
          expect(lines.filter((line) => line.length > 42 && line.includes(' '))).toEqual([])
        }
      }),
    )
  })

  it('last at least a second and are readable at 17 characters per second, unless the next one starts earlier', () => {
    fc.assert(
      fc.property(anySegments, (segments) => {
        const cues = toCues(segments, rules)
        for (const [index, cue] of cues.entries()) {
          const lasts = cue.endMs - cue.startMs
          const characters = cue.lines.join('').length
          const room = (cues[index + 1]?.startMs ?? Infinity) - cue.endMs
          const needed = Math.min(Math.max(1000, (characters / 17) * 1000), 7000)
          expect({ cue, isReadable: lasts >= needed || room <= 80 }).toEqual({ cue, isReadable: true })
        }
      }),
    )
  })

  it('never end a line with a preposition, a conjunction or «не», nor split words that belong together', () => {
    const phrase = fc.constantFrom(
      'не знаю',
      'в доме',
      'на столе',
      'и вот',
      '15 %',
      '№ 5',
      'т. е. так',
      'скажи ли',
      'речь',
    )
    const speech = fc
      .array(phrase, { minLength: 1, maxLength: 40 })
      .map((phrases) => [segmentOf(said(phrases.join(' '), 0, 0.3))])
    fc.assert(
      fc.property(speech, (segments) => {
        for (const line of toCues(segments, rules).flatMap(({ lines }) => lines)) {
          expect(line).not.toMatch(/(?:^| )(?:не|в|на|и|№|15|т\.)$/u)
          expect(line).not.toMatch(/^(?:%|5|е\.|ли)(?: |$)/u)
        }
      }),
    )
  })

  it('never mix two speakers', () => {
    fc.assert(
      fc.property(anySegments, (segments) => {
        const turns = segments.filter(({ speaker }, index) => speaker !== segments[index - 1]?.speaker)
        const cues = toCues(segments, rules, (speaker) => `С${speaker}`).map(({ lines }) => lines.join(' '))

        expect(cues.flatMap((cue) => cue.match(/^С\d(?=: )/u) ?? [])).toEqual(turns.map(({ speaker }) => `С${speaker}`))
        for (const cue of cues) expect(cue.lastIndexOf('С')).toBeLessThanOrEqual(0)
      }),
    )
  })
})

describe('subtitles', () => {
  it('end where a sentence or clause ends', () => {
    const speech = said(
      'Мы долго говорили о планах, и стало ясно. Теперь надо решить, кто из нас поедет на завод первым.',
    )

    expect(texts(toCues([segmentOf(speech)], rules))).toEqual([
      'Мы долго говорили о планах, и стало ясно.',
      'Теперь надо решить, / кто из нас поедет на завод первым.',
    ])
  })

  it('join short answers and split at a pause', () => {
    const speech = [...said('Да. Нет. Хорошо.', 0, 0.4), ...said('Поехали дальше', 3, 0.4)]

    expect(texts(toCues([segmentOf(speech)], rules))).toEqual(['Да. Нет. Хорошо.', 'Поехали дальше'])
  })

  it('stay on during the pause after a fast phrase', () => {
    const [cue] = toCues([segmentOf(said('Быстро сказанная длинная фраза', 1, 0.2))], rules)

    expect(cue).toMatchObject({ startMs: 1000, endMs: 2765 })
  })

  it('leave a visible gap before the next one', () => {
    const hurried = segmentOf(said('Быстро сказанная длинная фраза.', 0, 0.2), 0)

    const [first, second] = toCues([hurried, segmentOf(said('И ответ.', 1.5), 1)], rules)

    expect([first?.endMs, second?.startMs]).toEqual([1420, 1500])
  })

  it('keep the order of words if their times go back', () => {
    const speech = [...said('раз', 5), ...said('два', 1)]

    expect(toRuns([segmentOf(speech)])[0]?.words.map(({ startMs }) => startMs)).toEqual([5000, 5000])
  })

  it('name the speaker at the start of a turn, within the line length', () => {
    const long = 'Константин Константинопольский-Заречный'
    const segments = [
      segmentOf(said('Добрый день, коллеги, начнём нашу встречу.'), 0),
      segmentOf(said('Начнём.', 5), 1),
    ]

    expect(texts(toCues(segments, rules, (speaker) => (speaker === 0 ? 'Анна' : long)))).toEqual([
      'Анна: Добрый день, коллеги, / начнём нашу встречу.',
      'Константин Константиноп…: Начнём.',
    ])
  })

  it('spread a text without words over its span', () => {
    const cues = toCues([{ start: 1, end: 3, text: 'Только текст', speaker: 0, words: [] }], rules)

    expect(cues).toEqual([{ startMs: 1000, endMs: 3000, speaker: 0, lines: ['Только текст'] }])
  })

  it('are none without words', () => {
    expect(toCues([], rules)).toEqual([])
    expect(toCues([segmentOf([{ text: ' \u0000 ', start: 0, end: 1, confidence: null }])], rules)).toEqual([])
  })
})
