import { describe, expect, it } from 'vitest'

import { chapterTitles, outlineText } from './outline.ts'

const paragraph = (start: number) => ({ start, end: start + 9, speaker: 0, text: 'Текст.', words: [] })

describe('the chapters of a text', () => {
  it('begin at the nearest paragraph', () => {
    const paragraphs = [paragraph(0), paragraph(10), paragraph(20)]
    const chapters = [
      { start: 0, title: 'Начало' },
      { start: 12, title: 'Бюджет' },
      { start: 99, title: 'Планы' },
    ]

    expect(chapterTitles(paragraphs, chapters)).toEqual([['Начало'], ['Бюджет'], ['Планы']])
  })

  it('may share a paragraph, and need one', () => {
    const chapters = [
      { start: 1, title: 'Начало' },
      { start: 2, title: 'Бюджет' },
    ]

    expect(chapterTitles([paragraph(0)], chapters)).toEqual([['Начало', 'Бюджет']])
    expect(chapterTitles([], chapters)).toEqual([])
  })
})

describe('what stands before a text', () => {
  it('has its items under headings, and the title of the text below', () => {
    const lines = [
      { kind: 'heading' as const, text: 'Главное' },
      { kind: 'item' as const, text: 'Бюджет\nвырос.' },
    ]

    expect(outlineText({ blocks: [{ title: 'Саммари', lines }], textTitle: 'Расшифровка', chapters: [] })).toBe(
      'Саммари\n\nГлавное\n• Бюджет вырос.\n\nРасшифровка\n\n',
    )
  })

  it('is nothing without blocks', () => {
    expect(outlineText({ blocks: [], textTitle: 'Расшифровка', chapters: [] })).toBe('')
  })
})
