import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'

import { talks } from '#test/talks.ts'

import { parents } from './parents.ts'
import { podcast } from './podcast.ts'

export type Conversation = { name: string; sentences: readonly Sentence[] }

/** A slow speaker: short texts then last as long as texts with chapters do. */
const SECONDS_PER_WORD = 1.3

/** Four conversations that the rules were tuned on, then two that were not. */
export const conversations: readonly Conversation[] = [
  ...talks.map(({ name, sentences }) => ({ name, sentences: inTime(sentences) })),
  { name: 'parents', sentences: inTime(linesOf(parents)) },
  { name: 'podcast', sentences: inTime(linesOf(podcast)) },
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

function linesOf(text: string) {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split('|'))
    .map(([speaker, said = '']) => ({ speaker: Number(speaker), text: said }))
}
