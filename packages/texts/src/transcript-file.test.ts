import type { ExportedStatement } from '@doslovno/domain/export/derived.ts'
import { describe, expect, it } from 'vitest'

import { transcriptFile } from './transcript-file.ts'

const segment = (start: number, text: string, speaker: number) => ({
  start,
  end: start + 2,
  text,
  speaker,
  words: text
    .split(' ')
    .map((word, at) => ({ text: word, start: start + at / 2, end: start + at / 2 + 0.4, confidence: null })),
})
const script = {
  fileName: 'Встреча.mp3',
  speakers: 2,
  speakerNames: [{ speakerId: 1, name: 'Анна' }],
  script: [segment(0, 'Всем привет.', 0), segment(3, 'Начнём, пожалуй.', 1)],
}

const both = { speakers: true, timecodes: true }

describe('an exported file', () => {
  it('is a text with speakers, named or numbered, and times [EXP-1]', async () => {
    const { name, content } = await transcriptFile(script, { format: 'txt', ...both })

    expect(name).toBe('Встреча.txt')
    expect(content).toBe('[00:00:00] Спикер 1\nВсем привет.\n\n[00:00:03] Анна\nНачнём, пожалуй.\n')
  })

  it('leaves out speakers and times when they are switched off [EXP-1]', async () => {
    const { content } = await transcriptFile(script, { format: 'txt', speakers: false, timecodes: false })

    expect(content).toBe('Всем привет.\n\nНачнём, пожалуй.\n')
  })

  it('can leave out what is not worth reading, in every format', async () => {
    const spoken = { ...script, script: [segment(0, 'Э-э, я я сказал "да".', 0), segment(3, 'Ммм.', 1)] }
    const asked = { view: 'clean', ...both } as const

    const [txt, srt] = await Promise.all([
      transcriptFile(spoken, { format: 'txt', ...asked }),
      transcriptFile(spoken, { format: 'srt', ...asked }),
    ])

    expect(txt.content).toBe('[00:00:00] Спикер 1\nЯ сказал «да».\n')
    expect(srt.content).toContain('Я сказал «да».')
    expect(spoken.script[0]?.text).toBe('Э-э, я я сказал "да".')
  })

  it('marks speech without words where it was said, unless that is switched off', async () => {
    const unheard = [
      { start: 2, end: 2.9 },
      { start: 3600, end: 3645 },
    ]
    const choice = { format: 'txt', speakers: false, timecodes: false } as const

    const marked = await transcriptFile({ ...script, unheard }, choice)
    const plain = await transcriptFile({ ...script, unheard }, { ...choice, unheard: false })

    expect(marked.content).toBe(
      'Всем привет.\n\n[00:00:02–00:00:02 не\u00a0разобрали]\n\nНачнём, пожалуй.\n\n[01:00:00–01:00:45 не\u00a0разобрали]\n',
    )
    expect(plain.content).toBe('Всем привет.\n\nНачнём, пожалуй.\n')
  })

  it('names no speaker when there is only one [EXP-2]', async () => {
    const { content } = await transcriptFile({ ...script, speakers: 1 }, { format: 'srt', ...both })

    expect(content).toContain('\nВсем привет.\n')
    expect(content).not.toContain('Спикер')
  })

  it('may be a document or subtitles [EXP-1]', async () => {
    const [docx, srt, vtt] = await Promise.all(
      (['docx', 'srt', 'vtt'] as const).map((format) => transcriptFile(script, { format, ...both })),
    )

    expect(docx?.content).toBeInstanceOf(Uint8Array)
    expect(srt?.content).toMatch(/^1\n00:00:00,000 --> 00:00:0\d,\d{3}\nСпикер 1: Всем привет\.\n/)
    expect(vtt?.content).toMatch(/^WEBVTT\n\n00:00:00\.000 --> [\d:.]+\n<v Спикер 1>Всем привет\.\n/)
  })

  describe('with a summary and chapters', () => {
    const statement = { section: 'main', check: 'confirmed', who: [1] } as const
    const statements: ExportedStatement[] = [
      { ...statement, text: 'Встреча началась.', start: 3 },
      { ...statement, text: 'Все пришли.', start: 0, check: 'unsure', section: 'facts', who: [] },
      { ...statement, text: 'Никто не пришёл.', start: 0, check: 'dropped' },
    ]
    const chapters = [
      { start: 0, title: 'Приветствие' },
      { start: 3, title: 'Начало' },
    ]

    it('has them before the text, marks doubts, and leaves out what was dropped', async () => {
      const { content } = await transcriptFile(script, { format: 'txt', ...both }, { statements, chapters })

      expect(content).toBe(
        'Саммари\n\nГлавное\n• Встреча началась. (Анна, 00:00:03)\n\n' +
          'Суммы, номера, адреса\n• Все пришли. (00:00:00) (не подтверждено)\n\n' +
          'Главы\n• 00:00:00 Приветствие\n• 00:00:03 Начало\n\nРасшифровка\n\n' +
          '— Приветствие —\n\n[00:00:00] Спикер 1\nВсем привет.\n\n— Начало —\n\n[00:00:03] Анна\nНачнём, пожалуй.\n',
      )
    })

    it('leaves out names and times when they are switched off', async () => {
      const choice = { format: 'txt', speakers: false, timecodes: false } as const
      const { content } = await transcriptFile(script, choice, { statements, chapters: [] })

      expect(content).toMatch(/^Саммари\n\nГлавное\n• Встреча началась\.\n/)
    })

    it('is the text alone when there is neither', async () => {
      const { content } = await transcriptFile(script, { format: 'txt', ...both }, { statements: [], chapters: [] })

      expect(content).toMatch(/^\[00:00:00\] Спикер 1\n/)
    })
  })
})
