import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { ScriptId } from './fields.ts'
import { NamedSpeaker, Segment, Word } from './scripts.ts'

const natural = z.int().check(z.gte(0))
/** Versions are integers of the database. */
const version = z.int().check(z.gte(0), z.lte(2_147_483_647))
const text = z.string().check(z.maxLength(20_000))
const speaker = z.int().check(z.gte(0), z.lte(1000))
/** A sentence without the name of its speaker. */
export const EditedSegment = z.omit(Segment, { speakerName: true })
/** The same as sent by a client, within limits. */
export const SentWord = z.object({ ...Word.shape, text, heard: z.optional(text) })
export const SentSegment = z.object({
  ...EditedSegment.shape,
  text,
  speaker,
  words: z.array(SentWord).check(z.maxLength(20_000)),
})
export const SentSpeaker = z.object({ speakerId: speaker, name: z.string().check(z.maxLength(100)) })
export const Replacement = z.strictObject({ at: natural, from: natural, to: natural, text })
export const SegmentPatch = z.strictObject({
  at: natural,
  count: natural,
  segments: z.array(SentSegment).check(z.maxLength(20_000)),
})
export const SpeakerRun = z.strictObject({ at: natural, count: natural, speaker })

export const EditText = z.strictObject({ kind: z.literal('editText'), at: natural, count: natural, text })
export const ReplaceMany = z.strictObject({
  kind: z.literal('replaceMany'),
  replacements: z.array(Replacement).check(z.minLength(1), z.maxLength(20_000)),
})
export const SplitSegment = z.strictObject({ kind: z.literal('splitSegment'), at: natural, word: natural })
export const AssignSpeaker = z.strictObject({
  kind: z.literal('assignSpeaker'),
  at: natural,
  count: z.optional(natural),
  scope: z.enum(['phrase', 'onwards']),
  speaker,
})
export const MergeSpeakers = z.strictObject({ kind: z.literal('mergeSpeakers'), from: speaker, into: speaker })
export const AddSpeaker = z.strictObject({ kind: z.literal('addSpeaker'), speaker: SentSpeaker })
export const NameSpeaker = z.strictObject({ kind: z.literal('nameSpeaker'), speaker: NamedSpeaker })
export const RestoreSegments = z.strictObject({
  kind: z.literal('restoreSegments'),
  patches: z.array(SegmentPatch).check(z.maxLength(20_000)),
})
export const RestoreSpeakers = z.strictObject({
  kind: z.literal('restoreSpeakers'),
  runs: z.array(SpeakerRun).check(z.maxLength(20_000)),
  speakers: z.array(SentSpeaker).check(z.maxLength(1001)),
})

/** An operation of the domain. */
export const Operation = z.discriminatedUnion('kind', [
  EditText,
  ReplaceMany,
  SplitSegment,
  AssignSpeaker,
  MergeSpeakers,
  AddSpeaker,
  NameSpeaker,
  RestoreSegments,
  RestoreSpeakers,
])
export type Operation = z.infer<typeof Operation>

/**
 * Applies to exactly this version of the text; otherwise 409, and the client fetches the missing edits first. Edits of
 * one `step` are undone together.
 */
export const editTranscript = {
  method: 'POST',
  path: '/api/scripts/:id/edits',
  auth: 'user',
  limit: 'edits',
  params: ScriptId,
  body: z.strictObject({
    version,
    operation: Operation,
    step: z.optional(z.uuid()),
    source: z.optional(z.enum(['vocabulary', 'restore'])),
  }),
  reply: z.object({ version: z.int() }),
} as const satisfies Endpoint

/**
 * A page of the edits after a version; `next` is the version to continue after, absent on the last page. Old edits are
 * dropped: if those after `after` are gone, the reply has none, and the client loads the whole text.
 */
export const listEdits = {
  method: 'GET',
  path: '/api/scripts/:id/edits',
  auth: 'user',
  isPolled: true,
  params: ScriptId,
  query: z.object({
    after: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(2_147_483_647)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 200),
  }),
  reply: z.object({ version: z.int(), operations: z.array(Operation), next: z.optional(z.int()) }),
} as const satisfies Endpoint

/** The text as recognised, before any correction. */
export const getOriginal = {
  method: 'GET',
  path: '/api/scripts/:id/original',
  auth: 'user',
  isLong: true,
  params: ScriptId,
  reply: z.object({ script: z.array(EditedSegment) }),
} as const satisfies Endpoint

/** Names for the speakers of a file: those given for its processing, then those of the owner's last files. */
export const listRecentNames = {
  method: 'GET',
  path: '/api/scripts/:id/recent-names',
  auth: 'session',
  params: ScriptId,
  reply: z.object({ names: z.array(z.string()) }),
} as const satisfies Endpoint
