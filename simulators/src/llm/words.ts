import { createHash } from 'node:crypto'

import { cues } from '@doslovno/texts/summaries/simulated-model.ts'

export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? []

/** A sentence without its fillers, with a capital and a full stop. */
export function tidy(text: string): string {
  const short = text.replace(cues.filler, '').trim() || text.trim()
  const whole = /[.!?…]$/.test(short) ? short : `${short}.`
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}

/** A number from 0 up to 1 that only the texts decide. */
export function chance(...texts: string[]): number {
  return createHash('sha256').update(texts.join('\n')).digest().readUInt32BE() / 2 ** 32
}

/** How many words two texts share; five letters stand for a word with its endings. */
export function shared(one: string, other: string): number {
  const stems = new Set(stemsOf(other))
  return new Set(stemsOf(one).filter((stem) => stems.has(stem))).size
}

const stemsOf = (text: string) =>
  wordsOf(text.toLowerCase())
    .filter((word) => word.length > 3)
    .map((word) => word.slice(0, 5))
