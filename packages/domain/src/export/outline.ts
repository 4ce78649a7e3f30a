import type { Paragraph } from '#transcript/paragraphs.ts'

import { plainLine } from './subtitle-words.ts'

export type OutlineLine = { kind: 'heading' | 'item'; text: string }

/** A part before the text: a summary, a list of chapters. */
export type OutlineBlock = { title: string; lines: readonly OutlineLine[] }

export type Chapter = { start: number; title: string }

/** The head of a text, and the chapters that divide it. */
export type Outline = {
  blocks: readonly OutlineBlock[]
  /** The heading of the text itself, after the blocks. */
  textTitle: string
  chapters: readonly Chapter[]
}

/** Titles of the chapters that begin at each paragraph. A chapter inside a paragraph goes to the nearest beginning. */
export function chapterTitles(paragraphs: readonly Paragraph[], chapters: readonly Chapter[]): string[][] {
  const titles: string[][] = paragraphs.map(() => [])
  for (const { start, title } of chapters) titles[nearestTo(paragraphs, start)]?.push(title)
  return titles
}

/** The blocks as plain text; empty without any. */
export function outlineText({ blocks, textTitle }: Outline): string {
  if (blocks.length === 0) return ''
  return [...blocks.map(blockText), plainLine(textTitle)].map((part) => `${part}\n\n`).join('')
}

function blockText({ title, lines }: OutlineBlock): string {
  const texts = lines.map(({ kind, text }) => (kind === 'item' ? `• ${plainLine(text)}` : `\n${plainLine(text)}`))
  return [plainLine(title), ...texts].join('\n')
}

function nearestTo(paragraphs: readonly Paragraph[], seconds: number): number {
  const after = paragraphs.findIndex(({ start }) => start >= seconds)
  if (after <= 0) return after < 0 ? paragraphs.length - 1 : 0
  const distance = (index: number) => Math.abs((paragraphs[index]?.start ?? Infinity) - seconds)
  return distance(after - 1) < distance(after) ? after - 1 : after
}
