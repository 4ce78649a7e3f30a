import { termRefusals } from '@doslovno/domain/vocabulary/term-rules.ts'
import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { Done } from './fields.ts'

export const termSources = ['typed', 'correction', 'speaker', 'import'] as const
export type TermSource = (typeof termSources)[number]

/** `use`: terms apply to the member's files. `edit`: the member also changes terms. */
export const memberRoles = ['use', 'edit'] as const
export type MemberRole = (typeof memberRoles)[number]

const TermId = z.object({ id: z.uuid() })
/** Without it the caller's own vocabulary is meant. */
const vocabularyId = z.optional(z.uuid())
/** Rules beyond the length are told per term, so that one bad term does not refuse the others. */
const Text = z.string().check(z.maxLength(500))
const SaidAs = z.array(Text).check(z.maxLength(20))
/** Which reading of the declension tables; null: all of them, -1: not declined. */
const Paradigm = z.nullable(z.int().check(z.gte(-1), z.lte(9)))

/** A term to add. */
export const SentTerm = z.strictObject({
  text: Text,
  saidAs: z._default(SaidAs, []),
  paradigm: z._default(Paradigm, null),
})

export const VocabularyTerm = z.object({
  id: z.string(),
  vocabularyId: z.string(),
  text: z.string(),
  /** Other ways to say it. */
  saidAs: z.array(z.string()),
  paradigm: z.nullable(z.int()),
  /** The nominative and the other case forms. */
  forms: z.array(z.string()),
  /** Switched off it is kept but not applied. */
  isOn: z.boolean(),
  source: z.enum(termSources),
  /** How often it put a word right. */
  used: z.int(),
  createdAt: z.string(),
})
export type VocabularyTerm = z.infer<typeof VocabularyTerm>

/** `term` is the added or the existing one; `reason` is there if it was refused. */
export const TermOutcome = z.object({
  text: z.string(),
  status: z.enum(['added', 'exists', 'refused']),
  reason: z.nullable(z.enum(termRefusals)),
  term: z.nullable(VocabularyTerm),
})
export type TermOutcome = z.infer<typeof TermOutcome>

/** A line of an import. */
export const ImportLine = z.object({
  /** From 1 on. */
  line: z.int(),
  text: z.string(),
  saidAs: z.array(z.string()),
  status: z.enum(['added', 'exists', 'refused']),
  reason: z.nullable(z.enum(termRefusals)),
})
export type ImportLine = z.infer<typeof ImportLine>

/** A way to decline a word; `text` is its nominative. */
export const TermReading = z.object({ text: z.string(), paradigm: z.int(), forms: z.array(z.string()) })
export type TermReading = z.infer<typeof TermReading>

/** In alphabetical order; `next` is the `after` of the next page, null on the last one. */
export const listTerms = {
  method: 'GET',
  path: '/api/vocabulary',
  auth: 'user',
  query: z.object({
    vocabularyId,
    /** Terms that contain it, also in «said as». */
    search: z._default(z.string().check(z.maxLength(100)), ''),
    after: z.optional(z.string().check(z.maxLength(100))),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
  }),
  reply: z.object({
    data: z.array(VocabularyTerm),
    /** Of all pages. */
    total: z.int(),
    next: z.nullable(z.string()),
  }),
} as const satisfies Endpoint

/** The outcomes are in the order of the terms. */
export const addTerms = {
  method: 'POST',
  path: '/api/vocabulary',
  auth: 'user',
  isCreating: true,
  body: z.strictObject({
    vocabularyId,
    source: z._default(z.enum(['typed', 'correction', 'speaker']), 'typed'),
    terms: z.array(SentTerm).check(z.minLength(1), z.maxLength(200)),
  }),
  reply: z.object({ data: z.array(TermOutcome) }),
} as const satisfies Endpoint

export const editTerm = {
  method: 'PATCH',
  path: '/api/vocabulary/:id',
  auth: 'user',
  params: TermId,
  body: z.strictObject({
    text: z.optional(Text),
    saidAs: z.optional(SaidAs),
    isOn: z.optional(z.boolean()),
    paradigm: z.optional(Paradigm),
  }),
  reply: z.object({ term: VocabularyTerm }),
} as const satisfies Endpoint

export const deleteTerm = {
  method: 'DELETE',
  path: '/api/vocabulary/:id',
  auth: 'user',
  params: TermId,
  reply: Done,
} as const satisfies Endpoint

/** Undoes a deletion, for a day. */
export const restoreTerm = {
  method: 'POST',
  path: '/api/vocabulary/:id/restore',
  auth: 'session',
  params: TermId,
  reply: z.object({ term: VocabularyTerm }),
} as const satisfies Endpoint

/** A term per line, or CSV `term;said as;said as`. A preview changes nothing. */
export const importTerms = {
  method: 'POST',
  path: '/api/vocabulary/import',
  auth: 'user',
  body: z.strictObject({
    vocabularyId,
    text: z.string().check(z.minLength(1), z.maxLength(400_000)),
    isPreview: z._default(z.boolean(), false),
  }),
  reply: z.object({ added: z.int(), exists: z.int(), refused: z.int(), lines: z.array(ImportLine) }),
} as const satisfies Endpoint

export const exportTerms = {
  method: 'GET',
  path: '/api/vocabulary/export',
  auth: 'user',
  query: z.object({ vocabularyId, format: z._default(z.enum(['csv', 'text']), 'csv') }),
  reply: z.object({ content: z.string() }),
} as const satisfies Endpoint

/** Ways to decline a term given in the nominative, for a choice of its paradigm. The last one does not decline it. */
export const getTermReadings = {
  method: 'GET',
  path: '/api/vocabulary/readings',
  auth: 'session',
  query: z.object({ text: z.string().check(z.maxLength(80)) }),
  reply: z.object({ data: z.array(TermReading) }),
} as const satisfies Endpoint

/**
 * Terms to offer after a correction to `text`, which may be in any case: each a nominative and a way to decline it, the
 * likeliest first. None for an ordinary word, a term that is there already, and a word the caller declined to remember.
 */
export const offerTerm = {
  method: 'GET',
  path: '/api/vocabulary/offer',
  auth: 'session',
  query: z.object({ text: z.string().check(z.maxLength(80)) }),
  reply: z.object({ data: z.array(TermReading) }),
} as const satisfies Endpoint

/** `text` as it was offered for; it is not offered again. */
export const declineTerm = {
  method: 'POST',
  path: '/api/vocabulary/declined',
  auth: 'session',
  body: z.strictObject({ text: z.string().check(z.minLength(1), z.maxLength(80)) }),
  reply: Done,
} as const satisfies Endpoint
