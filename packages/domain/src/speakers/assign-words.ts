import { endsSentence, type Word } from '#transcript/words.ts'

import type { Turn } from './turns.ts'

/** A speaker change for fewer words than this, unless they are a sentence, is an error of the diariser. */
const FLICKER_WORDS = 2
/** Turn borders are accurate to about this many words; sentence ends are more reliable. */
const BORDER_WORDS = 2

/**
 * The speaker of each word: the turn that covers most of it, else the nearest turn.
 * Words cut off from their sentence at a border join it. Speakers are numbered by first appearance.
 */
export function assignWords(words: readonly Word[], turns: readonly Turn[]): number[] {
  const ordered = turns.toSorted((a, b) => a.start - b.start)
  const raw = words.map(speakerAt(ordered))
  return numbered(toSentences(words, withoutFlicker(words, raw)))
}

/** Call it with words in order of time; `turns` are sorted by start. */
function speakerAt(turns: readonly Turn[]): (word: Word) => number {
  let next = 0
  let near: Turn[] = []
  return (word) => {
    for (let turn = turns[next]; turn && turn.start < word.end; turn = turns[++next]) near.push(turn)
    near = stillNear(near, word)
    return closest([...near, ...turns.slice(next, next + 1)], word)
  }
}

/** Turns that reach the word, and the one that ended last. */
function stillNear(turns: readonly Turn[], word: Word): Turn[] {
  const latestEnd = Math.max(...turns.map((turn) => turn.end))
  return turns.filter((turn) => turn.end > word.start || turn.end === latestEnd)
}

function closest(turns: readonly Turn[], word: Word): number {
  const closeness = turns.map((turn) => Math.min(turn.end, word.end) - Math.max(turn.start, word.start))
  return turns[closeness.indexOf(Math.max(...closeness))]?.speaker ?? 0
}

type Run = { from: number; to: number; speaker: number }

function withoutFlicker(words: readonly Word[], speakers: readonly number[]): number[] {
  const runs = runsOf(speakers)
  const smooth = [...speakers]
  for (const [index, { from, to }] of runs.entries()) {
    const [before, after] = [runs[index - 1], runs[index + 1]]
    const isTorn = before && after && before.speaker === after.speaker && to - from < FLICKER_WORDS
    if (isTorn && !isSentence(words, from, to)) smooth.fill(before.speaker, from, to)
  }
  return smooth
}

/** Moves each border to the nearest sentence end, if one is close. */
function toSentences(words: readonly Word[], speakers: readonly number[]): number[] {
  const moved = [...speakers]
  for (const { from, speaker } of runsOf(speakers).slice(1)) {
    const before = speakers[from - 1] ?? 0
    const border = nearestEnd(words, from)
    if (border === undefined) continue
    if (border > from) moved.fill(before, from, border)
    else moved.fill(speaker, border, from)
  }
  return moved
}

/** The index after the nearest sentence end, which may be the border itself; undefined if none is close. */
function nearestEnd(words: readonly Word[], border: number): number | undefined {
  for (let distance = 0; distance <= BORDER_WORDS; distance++) {
    for (const at of [border - distance, border + distance]) if (isSentenceEnd(words[at - 1])) return at
  }
  return undefined
}

function isSentence(words: readonly Word[], from: number, to: number): boolean {
  return (from === 0 || isSentenceEnd(words[from - 1])) && (to === words.length || isSentenceEnd(words[to - 1]))
}

function isSentenceEnd(word: Word | undefined): boolean {
  return word !== undefined && endsSentence(word.text)
}

function runsOf(speakers: readonly number[]): Run[] {
  const runs: Run[] = []
  for (const [index, speaker] of speakers.entries()) {
    const last = runs.at(-1)
    if (last?.speaker === speaker) last.to = index + 1
    else runs.push({ from: index, to: index + 1, speaker })
  }
  return runs
}

function numbered(speakers: readonly number[]): number[] {
  const seen = [...new Set(speakers)]
  return speakers.map((speaker) => seen.indexOf(speaker))
}
