import { unheardBefore } from '#process/unheard.ts'
import type { Paragraph } from '#transcript/paragraphs.ts'

import { type Chapter, chapterTitles } from './outline.ts'
import { plainLine } from './subtitle-words.ts'
import { timecode } from './timecode.ts'

export type ExportOptions = { speakers: boolean; timecodes: boolean }

/** A line of its own between paragraphs. */
export type Mark = { start: number; text: string }

/** The line above a paragraph: its time, and the speaker if it changed. */
export type Heading = { time: string | undefined; speaker: string | undefined }

export function headingsOf(
  paragraphs: readonly Paragraph[],
  nameOf: (speaker: number) => string,
  options: ExportOptions,
): Heading[] {
  return paragraphs.map(({ start, speaker }, index) => ({
    time: options.timecodes ? timecode(start) : undefined,
    speaker: options.speakers && paragraphs[index - 1]?.speaker !== speaker ? plainLine(nameOf(speaker)) : undefined,
  }))
}

/** Paragraphs separated by empty lines, under the chapters that begin at them. */
export function toPlainText(
  paragraphs: readonly Paragraph[],
  nameOf: (speaker: number) => string,
  options: ExportOptions & { chapters?: readonly Chapter[] | undefined; unheard?: readonly Mark[] | undefined },
): string {
  const headings = headingsOf(paragraphs, nameOf, options)
  const titles = chapterTitles(paragraphs, options.chapters ?? [])
  const marks = unheardBefore(paragraphs, options.unheard ?? [])
  const marksAt = (index: number) => marks.get(index)?.map(({ text }) => text) ?? []
  const blocks = paragraphs.flatMap(({ text }, index) => {
    const chapters = titles[index]?.map((title) => `— ${plainLine(title)} —`) ?? []
    const { time, speaker } = headings[index] ?? {}
    const heading = [time && `[${time}]`, speaker].filter(Boolean).join(' ')
    return [...marksAt(index), ...chapters, heading ? `${heading}\n${plainLine(text)}` : plainLine(text)]
  })
  return [...blocks, ...marksAt(paragraphs.length)].map((block) => `${block}\n`).join('\n')
}
