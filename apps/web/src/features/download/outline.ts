import type { ChapterView, Statement } from '@doslovno/contract/summaries.ts'
import type { Outline, OutlineBlock, OutlineLine } from '@doslovno/domain/export/outline.ts'
import type { ExportOptions } from '@doslovno/domain/export/plain-text.ts'
import { timecode } from '@doslovno/domain/export/timecode.ts'
import { summarySections } from '@doslovno/domain/summary/types.ts'
import { outlineTexts } from '@doslovno/texts/export.ts'
import { sectionTitles, UNCONFIRMED } from '@doslovno/texts/summaries/summaries.ts'

/** What is derived from a text and exported with it. */
export type Derived = { statements: readonly Statement[]; chapters: readonly ChapterView[] }

type NameOf = (speaker: number) => string

/** A summary and the chapters for the top of a file. Nothing that the recording contradicts leaves the page. */
export function outlineOf({ statements, chapters }: Derived, nameOf: NameOf, options: ExportOptions): Outline {
  const shown = statements.filter(({ check }) => check !== 'dropped')
  const blocks: OutlineBlock[] = [
    { title: outlineTexts.summary, lines: summaryLines(shown, nameOf, options) },
    { title: outlineTexts.chapters, lines: chapters.map((chapter) => chapterLine(chapter, options)) },
  ]
  return { blocks: blocks.filter(({ lines }) => lines.length > 0), textTitle: outlineTexts.text, chapters }
}

function summaryLines(statements: readonly Statement[], nameOf: NameOf, options: ExportOptions): OutlineLine[] {
  const sections = summarySections.filter((section) => statements.some((statement) => statement.section === section))
  return sections.flatMap((section): OutlineLine[] => [
    ...(sections.length > 1 ? [{ kind: 'heading' as const, text: sectionTitles[section] }] : []),
    ...statements
      .filter((statement) => statement.section === section)
      .map((statement) => ({ kind: 'item' as const, text: lineOf(statement, nameOf, options) })),
  ])
}

function lineOf(
  { text, who, start, check }: Statement,
  nameOf: NameOf,
  { speakers, timecodes }: ExportOptions,
): string {
  const source = [...(speakers ? who.map(nameOf) : []), ...(timecodes ? [timecode(start)] : [])].join(', ')
  return [text, source && `(${source})`, check === 'unsure' && UNCONFIRMED].filter(Boolean).join(' ')
}

function chapterLine({ start, title }: ChapterView, { timecodes }: ExportOptions): OutlineLine {
  return { kind: 'item', text: timecodes ? `${timecode(start)} ${title}` : title }
}
