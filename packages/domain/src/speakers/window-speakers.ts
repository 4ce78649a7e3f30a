import { secondsOf, type Span } from '#span.ts'

import { groupVoices, meanVoice, mostAlike, type Voice } from './groups.ts'
import type { HeardWindow } from './join-windows.ts'
import type { Turn } from './turns.ts'

/**
 * A few seconds of one turn: the speaker guessed by the engine, and the voice embedding,
 * null where there is too little speech.
 */
export type TurnSlice = Turn & { embedding: readonly number[] | null }

/** Shorter slices are too unreliable to form a group. */
const RELIABLE_SECONDS = 1
/** The engine's guess helps where turns are short and voices similar. */
const GUESS_BONUS = 0.1

/** Groups similar slices into speakers; short slices join the most similar speaker. */
export function windowSpeakers(slices: readonly TurnSlice[], threshold: number): HeardWindow {
  const voices = slices.map(voiceOf)
  const reliable = [...slices.keys()].filter((index) => (voices[index]?.seconds ?? 0) >= RELIABLE_SECONDS)
  const founders = reliable.length > 0 ? reliable : [...slices.keys()].filter((index) => voices[index])
  const guessOf = (position: number) => slices[founders[position] ?? -1]?.speaker
  const groups = groupVoices(
    founders.flatMap((index) => voices[index] ?? []),
    { ofPair: (one, other) => (guessOf(one) === guessOf(other) ? GUESS_BONUS : 0) },
  )
    .within(threshold)
    .map((group) => group.map((position) => founders[position] ?? 0))
  const means = groups.map((group) => meanVoice(group.flatMap((index) => voices[index] ?? [])))
  const speakers = slices.map((_, index) => {
    const own = groups.findIndex((group) => group.includes(index))
    const voice = voices[index]
    return own !== -1 || !voice ? own : mostAlike(voice, means)
  })
  return { turns: joinSlices(slices, speakers), voices: means.length > 0 ? means : unknownVoice(slices) }
}

/** There is speech, but too little to recognise the voice elsewhere. */
function unknownVoice(slices: readonly TurnSlice[]): Voice[] {
  return slices.length > 0 ? [{ embedding: [], seconds: secondsOf(slices) }] : []
}

function voiceOf({ start, end, embedding }: TurnSlice): Voice | null {
  return embedding && { embedding, seconds: end - start }
}

/** Joins adjacent slices of one speaker; a slice without a voice continues the previous speaker. */
function joinSlices(slices: readonly TurnSlice[], speakers: readonly number[]): Turn[] {
  const turns: Turn[] = []
  for (const [index, { start, end }] of slices.entries()) {
    const last = turns.at(-1)
    const found = speakers[index] ?? -1
    const speaker = found === -1 ? (last?.speaker ?? 0) : found
    if (last?.speaker === speaker && last.end === start) last.end = end
    else turns.push({ start, end, speaker })
  }
  return turns
}

/** Diarising takes memory in proportion to its input, so a window has at most ten minutes. */
const LONGEST_SECONDS = 600
const LONGEST_CHUNK_SECONDS = 60

/** Joins chunks, which end at quiet moments, into windows of similar length. */
export function toWindows(chunks: readonly Span[]): Span[] {
  const start = chunks[0]?.start ?? 0
  const total = (chunks.at(-1)?.end ?? 0) - start
  const count = total <= LONGEST_SECONDS ? 1 : Math.ceil(total / (LONGEST_SECONDS - LONGEST_CHUNK_SECONDS))
  const windows: Span[] = []
  for (const chunk of chunks) {
    const last = windows.at(-1)
    const isFull = last && last.end >= start + (windows.length * total) / count
    if (last && !isFull) last.end = chunk.end
    else windows.push({ start: chunk.start, end: chunk.end })
  }
  return windows
}
