import type { Segment } from './segments.ts'
import { endsSentence } from './sentences.ts'
import type { Word } from './words.ts'

/** Seconds of a recording: from a moment on, or to another. */
export type Stretch = { from: number; to?: number | undefined }

/** Reads `12.5` or `12.5-31`, as a link has it. */
export function readStretch(text: string): Stretch | undefined {
  const [, from, to] = /^(\d{1,7}(?:\.\d{1,3})?)(?:-(\d{1,7}(?:\.\d{1,3})?))?$/.exec(text) ?? []
  if (from === undefined) return undefined
  if (to === undefined) return { from: Number(from) }
  return Number(to) > Number(from) ? { from: Number(from), to: Number(to) } : undefined
}

export type Quote = { text: string; start: number; speaker: number }

const LONGEST = 220
/** A shorter sentence takes the next one along. */
const SHORT = 50

/** The words of a stretch as long as one speaker talks: to its end, or to the end of a sentence. */
export function quoteOf(segments: readonly Segment[], { from, to }: Stretch): Quote | undefined {
  const spoken = segments.flatMap(({ speaker, words }) => words.map((word) => ({ speaker, word })))
  const first = spoken.findIndex(({ word }) => word.end > from)
  const start = spoken[first]
  if (!start) return undefined
  const own: Word[] = []
  let isCut = false
  for (const { speaker, word } of spoken.slice(first)) {
    if (speaker !== start.speaker || (to !== undefined && word.start >= to)) break
    const length = textOf(own).length
    if (to === undefined && length >= SHORT && endsSentence(own.at(-1)?.text ?? '')) break
    isCut = length > 0 && length + word.text.length >= LONGEST
    if (isCut) break
    own.push(word)
  }
  const text = textOf(own).slice(0, LONGEST)
  return text ? { text: isCut ? `${text}…` : text, start: start.word.start, speaker: start.speaker } : undefined
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}
