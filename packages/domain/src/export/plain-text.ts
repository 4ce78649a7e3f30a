import type { Paragraph } from '#transcript/paragraphs.ts'

import { plainLine } from './subtitle-words.ts'
import { timecode } from './timecode.ts'

export type ExportOptions = { speakers: boolean; timecodes: boolean }

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

/** Paragraphs separated by empty lines. */
export function toPlainText(
  paragraphs: readonly Paragraph[],
  nameOf: (speaker: number) => string,
  options: ExportOptions,
): string {
  const headings = headingsOf(paragraphs, nameOf, options)
  const blocks = paragraphs.map(({ text }, index) => {
    const { time, speaker } = headings[index] ?? {}
    const heading = [time && `[${time}]`, speaker].filter(Boolean).join(' ')
    return heading ? `${heading}\n${plainLine(text)}` : plainLine(text)
  })
  return blocks.map((block) => `${block}\n`).join('\n')
}
