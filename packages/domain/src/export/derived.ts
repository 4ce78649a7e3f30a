import type { Verdict } from '#evidence/verdict.ts'
import { type SummarySection, summarySections } from '#summary/types.ts'

import type { Chapter, Outline, OutlineBlock, OutlineLine } from './outline.ts'
import type { ExportOptions } from './plain-text.ts'
import { timecode } from './timecode.ts'

/** A statement of a summary as far as a file shows it. */
export type ExportedStatement = {
  text: string
  start: number
  check: Verdict
  who: readonly number[]
  section: SummarySection
}

/** Derived from a text and exported with it. */
export type Derived = { statements: readonly ExportedStatement[]; chapters: readonly Chapter[] }

/** Headings and marks, in the language of the file. */
export type DerivedLabels = {
  summary: string
  chapters: string
  text: string
  sections: Record<SummarySection, string>
  unconfirmed: string
}

type Look = ExportOptions & { nameOf: (speaker: number) => string; labels: DerivedLabels }

/** A summary and the chapters for the top of a file. Nothing that the recording contradicts is exported. */
export function outlineOf({ statements, chapters }: Derived, look: Look): Outline {
  const { labels } = look
  const shown = statements.filter(({ check }) => check !== 'dropped')
  const blocks: OutlineBlock[] = [
    { title: labels.summary, lines: summaryLines(shown, look) },
    { title: labels.chapters, lines: chapters.map((chapter) => chapterLine(chapter, look)) },
  ]
  return { blocks: blocks.filter(({ lines }) => lines.length > 0), textTitle: labels.text, chapters }
}

function summaryLines(statements: readonly ExportedStatement[], look: Look): OutlineLine[] {
  const sections = summarySections.filter((section) => statements.some((statement) => statement.section === section))
  return sections.flatMap((section): OutlineLine[] => [
    ...(sections.length > 1 ? [{ kind: 'heading' as const, text: look.labels.sections[section] }] : []),
    ...statements
      .filter((statement) => statement.section === section)
      .map((statement) => ({ kind: 'item' as const, text: lineOf(statement, look) })),
  ])
}

function lineOf({ text, who, start, check }: ExportedStatement, look: Look): string {
  const { speakers, timecodes, nameOf, labels } = look
  const source = [...(speakers ? who.map(nameOf) : []), ...(timecodes ? [timecode(start)] : [])].join(', ')
  return [text, source && `(${source})`, check === 'unsure' && labels.unconfirmed].filter(Boolean).join(' ')
}

function chapterLine({ start, title }: Chapter, { timecodes }: Look): OutlineLine {
  return { kind: 'item', text: timecodes ? `${timecode(start)} ${title}` : title }
}
