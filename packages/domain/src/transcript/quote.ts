import type { Segment } from './segments.ts'
import { endsSentence, type Word } from './words.ts'

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
/** A sentence with fewer words tells too little. */
const TELLING_WORDS = 6

/** The words of a stretch by the speaker who says most of it; without an end, to the end of a sentence. */
export function quoteOf(segments: readonly Segment[], { from, to }: Stretch): Quote | undefined {
  const turns = turnsOf(segments, from, to)
  const turn = to === undefined ? turns[0] : turns.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0]
  const start = turn?.words[0]
  if (!turn || !start) return undefined
  const own: Word[] = []
  let isCut = false
  for (const word of turn.words) {
    const length = textOf(own).length
    if (to === undefined && length >= SHORT && endsSentence(own.at(-1)?.text ?? '')) break
    isCut = length > 0 && length + word.text.length >= LONGEST
    if (isCut) break
    own.push(word)
  }
  const text = textOf(own).slice(0, LONGEST)
  return text ? { text: isCut ? `${text}…` : text, start: start.start, speaker: turn.speaker } : undefined
}

/** The first sentence that tells something, or how the text begins. */
export function openingQuote(segments: readonly Segment[]): Quote | undefined {
  const telling = segments.find(({ text, words, speaker }, index) => {
    const before = segments[index - 1]
    const isWhole = !before || before.speaker !== speaker || endsSentence(before.text)
    return isWhole && endsSentence(text) && words.length >= TELLING_WORDS && text.length < LONGEST
  })
  return telling ? quoteOf([telling], { from: 0, to: Infinity }) : quoteOf(segments, { from: 0 })
}

type Turn = { speaker: number; words: Word[] }

function turnsOf(segments: readonly Segment[], from: number, to: number | undefined): Turn[] {
  // A fragment has words by their middle: its link rounds to tenths of a second, which touches the words around it.
  const isWithin = ({ start, end }: Word) =>
    to === undefined ? end > from : start + end >= 2 * from && start + end < 2 * to
  const turns: Turn[] = []
  for (const { speaker, words } of segments) {
    const own = words.filter(isWithin)
    const current = turns.at(-1)
    if (current?.speaker === speaker) current.words.push(...own)
    else if (own.length > 0) turns.push({ speaker, words: own })
  }
  return turns
}

const lengthOf = ({ words }: Turn) => textOf(words).length

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}
