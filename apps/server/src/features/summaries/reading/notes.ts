import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import * as z from 'zod'

import { speakersOf } from '#features/summaries/prompts/blocks.ts'
import { type NoteAnswer, type NoteKind, noteKinds } from '#features/summaries/prompts/read.ts'

/** A note as it is stored. `cites`: indexes of sentences from the start of the part, so that a copied part stays right. */
export const StoredNote = z.object({
  text: z.string(),
  kind: z.enum(noteKinds),
  cites: z.array(z.int()),
  who: z.array(z.int()),
  weight: z.int(),
})
export type StoredNote = z.infer<typeof StoredNote>

/** Characters of one note; a longer one is no single statement. */
const MOST_CHARACTERS = 400

/** Keeps of an answer the sentence numbers of this part and the letters of its speakers. */
export function toStored(answers: readonly NoteAnswer[], part: readonly Sentence[]): StoredNote[] {
  const speakers = new Set(part.map(({ speaker }) => speaker))
  return answers
    .filter(({ text }) => text.trim() !== '' && text.length <= MOST_CHARACTERS)
    .map(({ cites, who, ...note }) => ({
      ...note,
      cites: cites.map((number) => number - 1).filter((index) => index >= 0 && index < part.length),
      who: speakersOf(who, speakers),
    }))
}

export type { NoteKind }
