import { plainForm } from '#transcript/plain-words.ts'
import type { Segment } from '#transcript/segments.ts'
import { endsSentence } from '#transcript/sentences.ts'
import { wordsOf } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

/** A word with its place in the text; `sentence` counts from the start of the turn. */
export type SpokenWord = Word & { segment: number; index: number; sentence: number }

/** The words of one speaker until another one speaks. */
export type SpokenTurn = { speaker: number; words: readonly SpokenWord[] }

export function spokenTurns(segments: readonly Segment[]): SpokenTurn[] {
  const turns: { speaker: number; words: SpokenWord[] }[] = []
  for (const [segment, spoken] of segments.entries()) {
    let turn = turns.at(-1)
    if (turn?.speaker !== spoken.speaker) turns.push((turn = { speaker: spoken.speaker, words: [] }))
    for (const [index, word] of wordsOf(spoken).entries()) {
      const last = turn.words.at(-1)
      const sentence = last ? last.sentence + (endsSentence(last.text) ? 1 : 0) : 0
      turn.words.push({ ...word, segment, index, sentence })
    }
  }
  return turns
}

const NEAR_WORDS = 12

/** The text just before a word, ending with a space. A text that was cut starts with an ellipsis. */
export function saidBefore({ words }: SpokenTurn, at: number): string {
  const near = words.slice(Math.max(0, at - NEAR_WORDS), at).map(({ text }) => `${text} `)
  return plainForm((at > NEAR_WORDS ? '\u2026\u00a0' : '') + near.join(''))
}

/** The text from a word on, in the sentence of the word before it, which lends its last signs. */
export function saidAfter({ words }: SpokenTurn, at: number): string {
  const previous = words[at - 1]
  const signs = /\P{L}*$/u.exec(previous?.text ?? '')?.[0] ?? ''
  const near = words.slice(at, at + NEAR_WORDS).filter(({ sentence }) => sentence === previous?.sentence)
  return plainForm([signs, ...near.map(({ text }) => text)].join(' '))
}

/** The near part of a sentence before a word. */
export function sentenceBefore({ words }: SpokenTurn, at: number): string {
  const near = words.slice(Math.max(0, at - NEAR_WORDS), at)
  return plainForm(textOf(near.filter(({ sentence }) => sentence === words[at]?.sentence)))
}

const ENDING_WORDS = 40

/** The last two sentences of a turn. */
export function endOf({ words }: SpokenTurn): string {
  const last = words.at(-1)?.sentence ?? 0
  return plainForm(textOf(words.slice(-ENDING_WORDS).filter(({ sentence }) => sentence >= last - 1)))
}

/** How many sentences follow that of a word. */
export function sentencesAfter({ words }: SpokenTurn, at: number): number {
  return (words.at(-1)?.sentence ?? 0) - (words[at]?.sentence ?? 0)
}

/** The words around a word in its sentence. */
export function quotedAt({ words }: SpokenTurn, at: number): readonly SpokenWord[] {
  const near = words.slice(Math.max(0, at - NEAR_WORDS), at + NEAR_WORDS)
  return near.filter(({ sentence }) => sentence === words[at]?.sentence)
}

export function textOf(words: readonly SpokenWord[]): string {
  return words.map(({ text }) => text).join(' ')
}
