import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { Done, ScriptId } from './fields.ts'

/** As a term: up to four words of letters, digits, hyphens and apostrophes. */
const name = z
  .string()
  .check(
    z.normalize('NFC'),
    z.trim(),
    z.minLength(2),
    z.maxLength(80),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{N}'’-]*(?: [\p{L}\p{N}'’-]+){0,3}$/u),
  )

/** Help to recognise one file, besides the owner's own vocabulary. */
export const ProcessVocabulary = z.strictObject({
  /** Shared vocabularies, of which the owner is a member. */
  vocabularyIds: z._default(z.array(z.uuid()).check(z.maxLength(20)), []),
  /** Terms of this file only: the participants. They join no vocabulary. */
  names: z._default(z.array(name).check(z.maxLength(50)), []),
})
export type ProcessVocabulary = z.infer<typeof ProcessVocabulary>

/** Words `word` up to `word + words` of segment `at` sound like a term. */
export const TermPlace = z.object({
  at: z.int(),
  word: z.int(),
  words: z.int(),
  heard: z.string(),
  text: z.string(),
  termId: z.uuid(),
  /** Not certain enough to replace without a look. */
  isQuestion: z.boolean(),
})
export type TermPlace = z.infer<typeof TermPlace>

/** Where the vocabularies of the file's last process, as they are now, would change its text of this version. */
export const findTermPlaces = {
  method: 'POST',
  path: '/api/scripts/:id/vocabulary',
  auth: 'session',
  params: ScriptId,
  reply: z.object({ places: z.array(TermPlace), version: z.int() }),
} as const satisfies Endpoint

/**
 * The owner's answers about marks, one per place; edits change the text. `accepted`: a question was a term,
 * which has helped once more. `undone`: a replacement was taken back. `never`: also, what was heard is not taken for
 * the term again.
 */
export const TermAnswer = z.strictObject({
  heard: z.string().check(z.minLength(1), z.maxLength(1000)),
  termId: z.uuid(),
  answer: z.enum(['accepted', 'undone', 'never']),
})
export type TermAnswer = z.infer<typeof TermAnswer>

export const answerTerms = {
  method: 'POST',
  path: '/api/scripts/:id/vocabulary/answers',
  auth: 'session',
  params: ScriptId,
  body: z.strictObject({ answers: z.array(TermAnswer).check(z.minLength(1), z.maxLength(1000)) }),
  reply: Done,
} as const satisfies Endpoint
