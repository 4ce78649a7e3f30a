import { NO_SPEAKER } from '@doslovno/domain/speakers/assign-segments.ts'
import { initialsOf } from '@doslovno/domain/speakers/initials.ts'
import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'

export { speakerColour } from '#lib/format/speaker-colour.ts'

/** The number of a speaker without a name, else initials. */
export function tinyName(name: string): string {
  return /\s(\d{1,3})$/u.exec(name)?.[1] ?? initialsOf(name)
}

/** First names if they are unique, else full names. */
export function shortNames(names: readonly string[]): readonly string[] {
  const first = names.map((name) => name.split(/\s+/)[0] ?? name)
  return new Set(first).size === names.length ? first : names
}

export type Talk = { speaker: number; percent: number }

/** Speakers by number with their share of the talk. */
export function talksOf(paragraphs: readonly Paragraph[]): Talk[] {
  const seconds = new Map<number, number>()
  for (const { speaker, start, end } of paragraphs) seconds.set(speaker, (seconds.get(speaker) ?? 0) + end - start)
  const all = [...seconds.values()].reduce((sum, part) => sum + part, 0)
  return [...seconds]
    .map(([speaker, part]) => ({ speaker, percent: all > 0 ? Math.round((part / all) * 100) : 0 }))
    .toSorted((one, other) => one.speaker - other.speaker)
}

/** The most talkative first. */
export function byShare(talks: readonly Talk[]): Talk[] {
  return talks.toSorted((one, other) => other.percent - one.percent)
}

/** Whether a paragraph begins a turn and carries the speaker's name, if known; one without text is not shown. */
export function startsTurn(paragraphs: readonly Paragraph[], index: number): boolean {
  if (paragraphs[index]?.speaker === NO_SPEAKER) return false
  let before = index - 1
  while (paragraphs[before]?.text === '') before -= 1
  return paragraphs[before]?.speaker !== paragraphs[index]?.speaker
}
