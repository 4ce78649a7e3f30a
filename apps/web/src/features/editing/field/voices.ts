import { applyOperation, type Operation } from '@doslovno/domain/editing/operations.ts'
import type { Speaker, Transcript } from '@doslovno/domain/editing/transcript.ts'
import { paragraphRanges } from '@doslovno/domain/transcript/paragraphs.ts'
import type { Range } from '@doslovno/domain/transcript/segments.ts'
import { splitWords, wordsOf } from '@doslovno/domain/transcript/spread-words.ts'

/** How many of the speaker's paragraphs to reassign. */
export type Scope = 'phrase' | 'onwards' | 'everywhere'

/** An existing speaker, or a new one by name. */
export type Voice = { speaker: number } | { name: string }

/** Numbers of all speakers that speak or have a name. */
export function voicesOf({ segments, speakers }: Transcript): number[] {
  const voices = new Set([...segments.map(({ speaker }) => speaker), ...speakers.map(({ speakerId }) => speakerId)])
  return [...voices].toSorted((one, other) => one - other)
}

/** Another speaker who talks under this name. */
export function namesakeOf({ segments, speakers }: Transcript, { speakerId, name }: Speaker): number | undefined {
  const plain = (text: string) => text.trim().toLocaleLowerCase('ru')
  const talking = new Set(segments.map(({ speaker }) => speaker))
  return speakers.find(
    (other) => other.speakerId !== speakerId && talking.has(other.speakerId) && plain(other.name) === plain(name),
  )?.speakerId
}

/** Operations that assign a range to a voice; `everywhere` merges its speaker into that voice. */
export function giveTo(transcript: Transcript, range: Range, scope: Scope, voice: Voice): Operation[] {
  const from = transcript.segments[range.at]?.speaker
  const { speaker, added } = numbered(transcript, voice)
  if (from === undefined || from === speaker) return []
  if (scope === 'everywhere') return [...added, { kind: 'mergeSpeakers', from, into: speaker }]
  return [...added, { kind: 'assignSpeaker', ...range, scope, speaker }]
}

/**
 * Operations that join a paragraph to the one before, whose speaker it gets; undefined if a pause or the length keeps
 * them apart.
 */
export function joinBefore(transcript: Transcript, range: Range): Operation[] | undefined {
  const before = transcript.segments[range.at - 1]
  if (!before) return undefined
  const operations = giveTo(transcript, range, 'phrase', { speaker: before.speaker })
  const after = operations.reduce<Transcript | undefined>((now, one) => now && applyOperation(now, one), transcript)
  const isJoined = paragraphRanges(after?.segments ?? []).some(
    ({ at, count }) => at < range.at && at + count > range.at,
  )
  return isJoined ? operations : undefined
}

/** Operations that split a range before a word and assign the rest to a voice. */
export function splitFor(transcript: Transcript, range: Range, word: number, voice: Voice): Operation[] {
  const { speaker, added } = numbered(transcript, voice)
  let at = range.at
  let left = word
  for (const segment of transcript.segments.slice(range.at, range.at + range.count)) {
    const { length } = wordsOf(segment)
    if (left < length) break
    left -= length
    at += 1
  }
  const isInside = left > 0
  const count = range.at + range.count - at
  if (word <= 0 || count <= 0) return []
  const split: Operation[] = isInside ? [{ kind: 'splitSegment', at, word: left }] : []
  return [...added, ...split, { kind: 'assignSpeaker', at: isInside ? at + 1 : at, count, scope: 'phrase', speaker }]
}

/** Counts the words before the caret; a word around the caret counts as after it. */
export function wordsBefore(text: string, caret: number): number {
  const before = text.slice(0, caret)
  const isInside = /\S$/u.test(before) && /^\S/u.test(text.slice(caret))
  return splitWords(before).length - (isInside ? 1 : 0)
}

function numbered(transcript: Transcript, voice: Voice): { speaker: number; added: Operation[] } {
  if ('speaker' in voice) return { speaker: voice.speaker, added: [] }
  const speaker = (voicesOf(transcript).at(-1) ?? -1) + 1
  return { speaker, added: [{ kind: 'addSpeaker', speaker: { speakerId: speaker, name: voice.name } }] }
}
