import type * as docxLibrary from 'docx'

import { unheardBefore } from '#process/unheard.ts'
import type { Paragraph as Said } from '#transcript/paragraphs.ts'

import { type LineBreakRules, tieWords } from './line-breaks.ts'
import { chapterTitles, type Outline, type OutlineBlock } from './outline.ts'
import type { Heading, Mark } from './plain-text.ts'
import { plainLine } from './subtitle-words.ts'

/** Texts of a document besides the transcript. */
export type DocxLabels = {
  creator: string
  description: string
  /** The language of the speech, for the spell checker: ru-RU. */
  language: string
  speakerStyle: string
  timecodeStyle: string
}

export type DocxSource = {
  title: string
  unheard: readonly Mark[] | undefined
  outline: Outline | undefined
  paragraphs: readonly Said[]
  headings: readonly Heading[]
  rules: LineBreakRules
  labels: DocxLabels
}

type Elements = Pick<typeof docxLibrary, 'HeadingLevel' | 'Paragraph' | 'TextRun'>

const SPEAKER_STYLE = 'Speaker'
const TIMECODE_STYLE = 'Timecode'
const GREY = '6B6B6B'
const FONT = 'Calibri'

/** A Word document: a title, then paragraphs under speakers and times. Loads the library on first use. */
export async function toDocx(source: DocxSource): Promise<Uint8Array<ArrayBuffer>> {
  // Destructured so that the bundler can drop the rest of the library.
  const { Document, HeadingLevel, Packer, Paragraph, TextRun } = await import('docx')
  const elements = { HeadingLevel, Paragraph, TextRun }
  const title = xmlLine(source.title)
  const chapters = chapterTitles(source.paragraphs, source.outline?.chapters ?? [])
  const marks = unheardBefore(source.paragraphs, source.unheard ?? [])
  const marksAt = (index: number) => (marks.get(index) ?? []).map(({ text }) => markOf(elements, text))
  const document = new Document({
    title,
    creator: source.labels.creator,
    lastModifiedBy: source.labels.creator,
    description: source.labels.description,
    styles: stylesOf(source.labels),
    sections: [
      {
        children: [
          new Paragraph({ text: title, heading: HeadingLevel.HEADING_1 }),
          ...outlineOf(elements, source.outline),
          ...source.paragraphs.flatMap((paragraph, index) => [
            ...marksAt(index),
            ...(chapters[index] ?? []).map((chapter) => titleOf(elements, chapter, 2)),
            ...headingOf(elements, source.headings[index]),
            new Paragraph({ text: tieWords(xmlLine(paragraph.text), source.rules) }),
          ]),
          ...marksAt(source.paragraphs.length),
        ],
      },
    ],
  })
  return new Uint8Array(await Packer.toArrayBuffer(document))
}

/** The blocks before the text, and the heading of the text after them. */
function outlineOf(elements: Elements, outline: Outline | undefined) {
  if (!outline || outline.blocks.length === 0) return []
  return [...outline.blocks.flatMap((block) => blockOf(elements, block)), titleOf(elements, outline.textTitle, 2)]
}

function blockOf(elements: Elements, { title, lines }: OutlineBlock) {
  const { Paragraph } = elements
  return [
    titleOf(elements, title, 2),
    ...lines.map(({ kind, text }) =>
      kind === 'heading' ? titleOf(elements, text, 3) : new Paragraph({ text: xmlLine(text), bullet: { level: 0 } }),
    ),
  ]
}

function titleOf({ Paragraph, HeadingLevel }: Elements, title: string, level: 2 | 3) {
  return new Paragraph({
    text: xmlLine(title),
    heading: level === 2 ? HeadingLevel.HEADING_2 : HeadingLevel.HEADING_3,
  })
}

function markOf({ Paragraph, TextRun }: Elements, text: string) {
  return new Paragraph({ children: [new TextRun({ text, italics: true })] })
}

function headingOf({ Paragraph, TextRun }: Elements, heading: Heading | undefined) {
  const { speaker, time } = heading ?? {}
  if (!speaker && !time) return []
  const runs = [
    ...(speaker ? [new TextRun(time ? `${xmlLine(speaker)}  ` : xmlLine(speaker))] : []),
    ...(time ? [new TextRun({ text: time, style: TIMECODE_STYLE })] : []),
  ]
  return [new Paragraph({ style: SPEAKER_STYLE, children: runs })]
}

function stylesOf({ language, speakerStyle, timecodeStyle }: DocxLabels) {
  return {
    default: {
      document: {
        run: { font: FONT, size: '11pt', language: { value: language } },
        paragraph: { spacing: { after: 120, line: 288 } },
      },
      heading2: {
        run: { font: FONT, size: '14pt', bold: true },
        paragraph: { spacing: { before: 320, after: 120 }, keepNext: true },
      },
      heading3: {
        run: { font: FONT, size: '12pt', bold: true },
        paragraph: { spacing: { before: 200, after: 80 }, keepNext: true },
      },
      heading1: {
        run: { font: FONT, size: '18pt', bold: true },
        paragraph: { spacing: { after: 240 }, keepNext: true },
      },
    },
    paragraphStyles: [
      {
        id: SPEAKER_STYLE,
        name: speakerStyle,
        basedOn: 'Normal',
        next: 'Normal',
        quickFormat: true,
        run: { bold: true },
        paragraph: { spacing: { before: 200, after: 40 }, keepNext: true },
      },
    ],
    characterStyles: [
      { id: TIMECODE_STYLE, name: timecodeStyle, quickFormat: true, run: { bold: false, color: GREY } },
    ],
  } as const
}

/** Characters that XML 1.0 cannot hold, even escaped; one of them makes Word reject the document. */
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const xmlLine = (text: string) => plainLine(text.replace(NOT_XML, ''))
