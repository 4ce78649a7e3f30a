import type { Sentence } from '@doslovno/domain/digest/sentence.ts'
import type { MediaType } from '@doslovno/domain/upload/options.ts'

import { letterOf } from './letters.ts'

/** The kind of a recording inside a prompt. */
export const kindNames: Record<MediaType, string> = {
  interview: 'интервью',
  lection: 'лекция',
  talking: 'разговор',
  meeting: 'совещание',
  other: 'разговор',
}

/** One line per turn: «А: [1] … [2] …». Numbers count from one, or from `first`. */
export function transcriptBlock(sentences: readonly Sentence[], first = 1): string {
  return turnsOf(sentences, first)
    .map(({ speaker, numbered }) => `${letterOf(speaker)}: ${numbered.join(' ')}`)
    .join('\n')
}

type Turn = { speaker: number; numbered: string[] }

function turnsOf(sentences: readonly Sentence[], first: number): Turn[] {
  const turns: Turn[] = []
  for (const [index, { speaker, text }] of sentences.entries()) {
    const numbered = `[${first + index}] ${oneLine(text)}`
    const last = turns.at(-1)
    if (last?.speaker === speaker) last.numbered.push(numbered)
    else turns.push({ speaker, numbered: [numbered] })
  }
  return turns
}

/** A line break or a mark inside a sentence would look like one of ours. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[⟦⟧]/g, '').trim()
}

/** The letters of everybody who speaks, in order of appearance. */
export function lettersOf(sentences: readonly Sentence[]): string {
  return [...new Set(sentences.map(({ speaker }) => letterOf(speaker)))].join(', ')
}

/** «07:05», «61:40». */
export function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(whole / 60))}:${two(whole % 60)}`
}
