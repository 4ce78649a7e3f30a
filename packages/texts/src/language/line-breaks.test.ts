import { exportTranscript } from '@doslovno/domain/export/export-transcript.ts'
import { breakBetween, tieWords } from '@doslovno/domain/export/line-breaks.ts'
import { toCues } from '@doslovno/domain/export/subtitles.ts'
import { toSegments } from '@doslovno/domain/transcript/segments.ts'
import { describe, expect, it } from 'vitest'

import { docxLabels } from '#export.ts'

import { russianLineBreaks } from './line-breaks.ts'

/** Calm speech: about twelve letters per second, with a pause after a sentence. */
function spoken(text: string) {
  let clock = 0
  return text.split(' ').map((word) => {
    const start = clock
    const end = start + word.length * 0.065
    clock = end + (/[.?!]$/u.test(word) ? 0.6 : 0.09)
    return { text: word, start, end, confidence: null }
  })
}

const subtitles = (text: string) => toCues(toSegments(spoken(text), 0), russianLineBreaks)

describe('subtitles in Russian', () => {
  it('break lines by sense [EXP-1]', () => {
    const cues = subtitles(
      'Добрый день, коллеги. Сегодня мы поговорим о том, как не потерять 15 % выручки в первом квартале 2026 года ' +
        'и что с этим делать. Да. Конечно. По данным А. С. Кузнецова, а также по отчёту № 5 за прошлый год, в компании ' +
        'не было ни одного человека, который бы следил за этим, т. е. никто не отвечал за результат. ' +
        'На самом деле всё не так просто — и мы это понимаем, ведь у нас было много встреч с Иваном Ивановичем',
    )

    expect(cues.map(({ lines }) => lines)).toEqual([
      ['Добрый день, коллеги.', 'Сегодня мы поговорим о том,'],
      ['как не потерять 15 % выручки в первом', 'квартале 2026 года и что с этим делать.'],
      ['Да. Конечно. По данным А. С. Кузнецова,'],
      ['а также по отчёту № 5 за прошлый год,', 'в компании не было ни одного человека,'],
      ['который бы следил за этим,', 'т. е. никто не отвечал за результат.'],
      ['На самом деле всё не так просто —'],
      ['и мы это понимаем, ведь у нас было', 'много встреч с Иваном Ивановичем'],
    ])
    for (const { startMs, endMs, lines } of cues)
      expect((lines.join('').length * 1000) / (endMs - startMs)).toBeLessThanOrEqual(17)
  })
})

describe('two Russian words', () => {
  it.each([
    ['15', '%'],
    ['15', '%,'],
    ['1', '500'],
    ['500', 'тыс.'],
    ['млн', 'рублей'],
    ['№', '5'],
    ['т.', 'е.'],
    ['и.', 'о.'],
    ['А.', 'С.'],
    ['С.', 'Пушкин'],
    ['Пушкин', 'А.'],
    ['Иван', 'Иванович'],
    ['Анны', 'Петровны'],
    ['5', 'мая'],
    ['г.', 'Москва'],
    ['ул.', 'Ленина'],
  ])('«%s %s» are never split', (left, right) => {
    expect(breakBetween(left, right, russianLineBreaks)).toBe('never')
  })

  it.each([
    ['в', 'доме'],
    ['На', 'столе'],
    ['«и', 'вот'],
    ['не', 'знаю'],
    ['из-за', 'угла'],
    ['знает', 'ли'],
    ['сказал', 'бы,'],
    ['Москва', '—'],
    ['т.е.', 'так'],
  ])('«%s %s» are split only as a last resort', (left, right) => {
    expect(breakBetween(left, right, russianLineBreaks)).toBe('poor')
  })

  it.each([
    ['домой.', 'Потом', 'sentence'],
    ['«Домой!»', 'Потом', 'sentence'],
    ['домой,', 'потом', 'clause'],
    ['—', 'столица', 'clause'],
    ['большой', 'дом', 'plain'],
    ['5,', 'рублей', 'clause'],
    ['и т.д.', 'Потом', 'sentence'],
  ] as const)('«%s %s» are split at a break of kind %s', (left, right, kind) => {
    expect(breakBetween(left, right, russianLineBreaks)).toBe(kind)
  })

  it('are tied in a document if they belong together, but not after a preposition', () => {
    expect(tieWords('Рост 15 % в год — это № 1 у А. С. Пушкина', russianLineBreaks)).toBe(
      'Рост 15\u00a0% в год\u00a0— это №\u00a01 у А.\u00a0С.\u00a0Пушкина',
    )
  })
})

it('a Word document names «Дословно» as its creator [EXP-1]', async () => {
  const source = { fileName: 'a.mp3', segments: [], nameOf: String, rules: russianLineBreaks, labels: docxLabels }

  const { name, content } = await exportTranscript('docx', source, { speakers: true, timecodes: true })

  expect(name).toBe('a.docx')
  expect(content.slice(0, 2)).toEqual(new Uint8Array([0x50, 0x4b]))
  expect(docxLabels).toMatchObject({ creator: 'Дословно', language: 'ru-RU' })
})
