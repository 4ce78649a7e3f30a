import { groupVoices, meanVoice, mostAlike, type Voice } from './groups.ts'
import type { HeardWindow } from './join-windows.ts'
import { secondsOf, type Turn } from './turns.ts'

/**
 * A few seconds of one turn, whose turn it is by the engine's guess, and what the voice sounds like:
 * null where too little was heard to tell.
 */
export type TurnPart = Turn & { embedding: readonly number[] | null }

/** Shorter parts sound too much alike to found a group of their own. */
const TELLING_SECONDS = 1
/** The guess is worth something where turns are short and voices hard to tell. */
const GUESS_BONUS = 0.1

/** Speakers of a window: parts that sound alike are one's, and short ones belong to whom they sound most like. */
export function windowSpeakers(parts: readonly TurnPart[], threshold: number): HeardWindow {
  const voices = parts.map(voiceOf)
  const telling = [...parts.keys()].filter((index) => (voices[index]?.seconds ?? 0) >= TELLING_SECONDS)
  const founders = telling.length > 0 ? telling : [...parts.keys()].filter((index) => voices[index])
  const guessOf = (position: number) => parts[founders[position] ?? -1]?.speaker
  const groups = groupVoices(
    founders.flatMap((index) => voices[index] ?? []),
    { ofPair: (one, other) => (guessOf(one) === guessOf(other) ? GUESS_BONUS : 0) },
  )
    .within(threshold)
    .map((group) => group.map((position) => founders[position] ?? 0))
  const means = groups.map((group) => meanVoice(group.flatMap((index) => voices[index] ?? [])))
  const speakers = parts.map((_, index) => {
    const own = groups.findIndex((group) => group.includes(index))
    const voice = voices[index]
    return own !== -1 || !voice ? own : mostAlike(voice, means)
  })
  return { turns: joinParts(parts, speakers), voices: means.length > 0 ? means : unknownVoice(parts) }
}

/** Somebody speaks, but too little to be known by it again. */
function unknownVoice(parts: readonly TurnPart[]): Voice[] {
  return parts.length > 0 ? [{ embedding: [], seconds: secondsOf(parts) }] : []
}

function voiceOf({ start, end, embedding }: TurnPart): Voice | null {
  return embedding && { embedding, seconds: end - start }
}

/** Parts that follow each other in one turn; where nothing was heard, the speaker before goes on. */
function joinParts(parts: readonly TurnPart[], speakers: readonly number[]): Turn[] {
  const turns: Turn[] = []
  for (const [index, { start, end }] of parts.entries()) {
    const last = turns.at(-1)
    const found = speakers[index] ?? -1
    const speaker = found === -1 ? (last?.speaker ?? 0) : found
    if (last?.speaker === speaker && last.end === start) last.end = end
    else turns.push({ start, end, speaker })
  }
  return turns
}
