import { readFileSync } from 'node:fs'

import type { Sentence } from '@doslovno/domain/digest/sentence.ts'

import { talks } from '#test/talks.ts'

export type Conversation = { name: string; sentences: readonly Sentence[] }

/** A slow speaker: short texts then last as long as texts with chapters do. */
const SECONDS_PER_WORD = 1.3

/** Four conversations that the rules were tuned on, then two that were not. */
export const conversations: readonly Conversation[] = [
  ...talks.map(({ name, sentences }) => ({ name, sentences: inTime(sentences) })),
  ...['parents', 'podcast'].map((name) => ({ name, sentences: inTime(linesOf(name)) })),
]

/** Gives every sentence the time that its words take. */
export function inTime(said: readonly Pick<Sentence, 'text' | 'speaker'>[]): Sentence[] {
  let end = 0
  return said.map(({ text, speaker }) => {
    const start = end
    end = Math.round((start + text.split(' ').length * SECONDS_PER_WORD) * 10) / 10
    return { start, end, text, speaker }
  })
}

function linesOf(name: string) {
  const lines = readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
  return lines.map((line) => ({
    speaker: Number(line.slice(0, line.indexOf('|'))),
    text: line.slice(line.indexOf('|') + 1),
  }))
}
