import { toParagraphs } from '#transcript/paragraphs.ts'
import type { Segment } from '#transcript/segments.ts'

import { type DocxLabels, toDocx } from './docx.ts'
import { downloadName, titleOf } from './download-name.ts'
import type { ExportFormat } from './formats.ts'
import type { LineBreakRules } from './line-breaks.ts'
import { type Outline, outlineText } from './outline.ts'
import { type ExportOptions, headingsOf, type Mark, toPlainText } from './plain-text.ts'
import { toCues, toSrt, toVtt } from './subtitles.ts'

export type ExportSource = {
  fileName: string
  /** Speech without words, in readable formats: what stands there instead. */
  unheard?: readonly Mark[] | undefined
  /** A summary and chapters, in readable formats. */
  outline?: Outline | undefined
  segments: readonly Segment[]
  nameOf: (speaker: number) => string
  rules: LineBreakRules
  labels: DocxLabels
}

/** A file to be saved or mailed. */
export type ExportedFile = { name: string; mediaType: string; content: string | Uint8Array<ArrayBuffer> }

const mediaTypes: Record<ExportFormat, string> = {
  txt: 'text/plain;charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  srt: 'application/x-subrip;charset=utf-8',
  vtt: 'text/vtt;charset=utf-8',
}

/** Subtitles always have times; `timecodes` applies to txt and docx. */
export async function exportTranscript(
  format: ExportFormat,
  source: ExportSource,
  options: ExportOptions,
): Promise<ExportedFile> {
  return {
    name: downloadName(source.fileName, format),
    mediaType: mediaTypes[format],
    content: await contentOf(format, source, options),
  }
}

function contentOf(format: ExportFormat, source: ExportSource, options: ExportOptions) {
  const { segments, rules, nameOf } = source
  const shownNames = options.speakers ? nameOf : undefined
  switch (format) {
    case 'txt':
      return textOf(source, options)
    case 'docx':
      return docxOf(source, options)
    case 'srt':
      return toSrt(toCues(segments, rules, shownNames))
    case 'vtt':
      return toVtt(toCues(segments, rules), shownNames)
  }
}

function textOf({ unheard, outline, segments, nameOf }: ExportSource, options: ExportOptions): string {
  const text = toPlainText(toParagraphs(segments), nameOf, { ...options, chapters: outline?.chapters, unheard })
  return (outline ? outlineText(outline) : '') + text
}

function docxOf({ fileName, unheard, outline, segments, nameOf, rules, labels }: ExportSource, options: ExportOptions) {
  const paragraphs = toParagraphs(segments)
  const headings = headingsOf(paragraphs, nameOf, options)
  return toDocx({ title: titleOf(fileName), unheard, outline, paragraphs, headings, rules, labels })
}
