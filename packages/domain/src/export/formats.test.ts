import { parse } from '@plussub/srt-vtt-parser'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyWord, said, segmentOf, segmentsOf, spokenWords } from '#test/transcripts.ts'

import { downloadName, titleOf } from './download-name.ts'
import { exportTranscript } from './export-transcript.ts'
import type { ExportFormat } from './formats.ts'
import type { LineBreakRules } from './line-breaks.ts'
import { toCues, toSrt, toVtt } from './subtitles.ts'
import { srtTime, timecode, vttTime } from './timecode.ts'

const rules: LineBreakRules = {
  leadingWords: new Set(['и']),
  trailingWords: new Set(),
  units: new Set(['%']),
  prefixes: new Set(),
  pairs: new Set(),
  patronymic: /ич$/u,
}
const labels = {
  creator: 'Дословно',
  description: '',
  language: 'ru-RU',
  speakerStyle: 'Спикер',
  timecodeStyle: 'Время',
}
const names = ['Анна', 'Пётр']
const segments = [
  segmentOf(said('Добрый день.', 1), 0),
  segmentOf(said('Расскажи о планах.', 4), 0),
  segmentOf(said('Рост 15 % и только.', 3723), 1),
]
const source = { fileName: 'Интервью.mp3', segments, nameOf: (speaker: number) => names[speaker] ?? '', rules, labels }
const everything = { speakers: true, timecodes: true }
const textOnly = { speakers: false, timecodes: false }

const exported = async (format: ExportFormat, options = everything) => {
  const { content } = await exportTranscript(format, source, options)
  return String(content)
}

describe('plain text', () => {
  it('has an empty line between paragraphs [EXP-1] [FILE-8]', async () => {
    expect(await exported('txt', textOnly)).toBe('Добрый день. Расскажи о планах.\n\nРост 15 % и только.\n')
  })

  it('names speakers and times on request [EXP-1]', async () => {
    expect(await exported('txt')).toBe(
      '[00:00:01] Анна\nДобрый день. Расскажи о планах.\n\n[01:02:03] Пётр\nРост 15 % и только.\n',
    )
    expect(await exported('txt', { speakers: true, timecodes: false })).toBe(
      'Анна\nДобрый день. Расскажи о планах.\n\nПётр\nРост 15 % и только.\n',
    )
  })

  it('names a speaker once for adjacent paragraphs', async () => {
    const again = { ...source, segments: [segmentOf(said('Раз.'), 0), segmentOf(said('Два.', 20), 0)] }

    const { content } = await exportTranscript('txt', again, everything)

    expect(content).toBe('[00:00:00] Анна\nРаз.\n\n[00:00:20]\nДва.\n')
  })
})

type Entry = { from: number; to: number; text: string }

// Node's resolution does not find the parser's types.
const parsed = (text: string) => (parse(text) as { entries: Entry[] }).entries

describe('subtitles', () => {
  it('are SubRip with the names in the lines [EXP-1]', async () => {
    expect(await exported('srt')).toBe(
      [
        '1\n00:00:01,000 --> 00:00:02,059\nАнна: Добрый день.\n',
        '2\n00:00:04,000 --> 00:00:05,400\nРасскажи о планах.\n',
        '3\n01:02:03,000 --> 01:02:05,400\nПётр: Рост 15 % и только.\n',
      ].join('\n'),
    )
  })

  it('are WebVTT with the names as voices [EXP-1]', async () => {
    expect(await exported('vtt')).toBe(
      [
        'WEBVTT\n',
        '00:00:01.000 --> 00:00:02.000\n<v Анна>Добрый день.\n',
        '00:00:04.000 --> 00:00:05.400\n<v Анна>Расскажи о планах.\n',
        '01:02:03.000 --> 01:02:05.400\n<v Пётр>Рост 15 % и только.\n',
      ].join('\n'),
    )
    expect(await exported('vtt', textOnly)).not.toContain('<v')
  })

  it.each(['srt', 'vtt'] as const)('in %s are parsed back by another library [EXP-1]', async (format) => {
    const entries = parsed(await exported(format, textOnly))

    expect(entries.map(({ from, to, text }) => ({ from, to, text }))).toEqual([
      { from: 1000, to: 2000, text: 'Добрый день.' },
      { from: 4000, to: 5400, text: 'Расскажи о планах.' },
      { from: 3_723_000, to: 3_725_400, text: 'Рост 15 % и только.' },
    ])
  })

  it('are parsed back whatever the speech contains', () => {
    const hostile = fc.oneof(
      anyWord,
      fc.constantFrom('-->', '<b>', '&lt;', '\n\n1\n', 'NOTE', 'WEBVTT', '{\\an8}', '1'),
    )
    fc.assert(
      fc.property(segmentsOf(spokenWords(hostile, 4, 20)), (spoken) => {
        const cues = toCues(spoken, rules)
        const times = cues.map(({ startMs, endMs }) => ({ from: startMs, to: endMs }))
        const withoutText = (text: string) => parsed(text).map(({ from, to }) => ({ from, to }))
        fc.pre(cues.length > 0)

        expect(withoutText(toVtt(cues, () => '-->\n\n<script>'))).toEqual(times)
        expect(withoutText(toSrt(cues))).toEqual(times)
      }),
    )
  })

  it('escape tags, arrows, styles and empty lines in the speech', () => {
    const cues = toCues([segmentOf(said('<i>раз</i> --> {\\an8}два &amp; три', 0), 0)], rules)

    expect(toVtt(cues)).toContain('\n&lt;i&gt;раз&lt;/i&gt; --&gt; {\\an8}два &amp;amp; три\n')
    expect(toSrt(cues)).toContain('\n‹i›раз‹/i› → (\\an8)два &amp; три\n')
  })
})

describe('times', () => {
  it('are in seconds for readers and in milliseconds for players', () => {
    expect([timecode(0), timecode(59.999), timecode(36_061.5)]).toEqual(['00:00:00', '00:00:59', '10:01:01'])
    expect(srtTime(3_723_004)).toBe('01:02:03,004')
    expect(vttTime(360_000_000)).toBe('100:00:00.000')
  })
})

describe('the name of a download', () => {
  it.each([
    ['Интервью.mp3', 'Интервью.txt'],
    ['Встреча 12.05', 'Встреча 12.05.txt'],
    ['запись.3gp', 'запись.txt'],
    ['.hidden', 'hidden.txt'],
    ['a/b\\c: «вопрос?»*.wav', 'a b c «вопрос ».txt'],
    ['отчёт\u202Egpj.exe', 'отчёт gpj.txt'],
    ['con.mp3', 'transcript con.txt'],
    ['...', 'transcript.txt'],
    [`${'я'.repeat(200)}.mp3`, `${'я'.repeat(100)}.txt`],
  ])('is made from %j as %j', (fileName, name) => {
    expect(downloadName(fileName, 'txt')).toBe(name)
  })

  it('and the media type match the format [EXP-1]', async () => {
    const files = await Promise.all(
      (['txt', 'docx', 'srt', 'vtt'] as const).map((format) => exportTranscript(format, source, textOnly)),
    )

    expect(files.map(({ name, mediaType }) => `${name} ${mediaType.split(';')[0]}`)).toEqual([
      'Интервью.txt text/plain',
      'Интервью.docx application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'Интервью.srt application/x-subrip',
      'Интервью.vtt text/vtt',
    ])
    expect(titleOf('Интервью № 1.final.mp3')).toBe('Интервью № 1.final')
  })
})
