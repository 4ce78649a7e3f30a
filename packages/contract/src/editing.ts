import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { Segment, Speaker } from './scripts.ts'

const ScriptId = z.object({ id: z.uuid() })
const place = z.int().check(z.gte(0))
const text = z.string().check(z.maxLength(20_000))
const speaker = z.int().check(z.gte(0), z.lte(1000))
const EditedSegment = z.omit(Segment, { speakerName: true })

/** One change of a text, as the domain knows it. */
export const Operation = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('editText'), at: place, count: place, text }),
  z.strictObject({
    kind: z.literal('replaceMany'),
    replacements: z
      .array(z.strictObject({ at: place, from: place, to: place, text }))
      .check(z.minLength(1), z.maxLength(20_000)),
  }),
  z.strictObject({ kind: z.literal('splitSegment'), at: place, word: place }),
  z.strictObject({
    kind: z.literal('assignSpeaker'),
    at: place,
    count: z.optional(place),
    scope: z.enum(['phrase', 'onwards']),
    speaker,
  }),
  z.strictObject({ kind: z.literal('mergeSpeakers'), from: speaker, into: speaker }),
  z.strictObject({ kind: z.literal('addSpeaker'), speaker: Speaker }),
  z.strictObject({
    kind: z.literal('restoreSegments'),
    patches: z
      .array(z.strictObject({ at: place, count: place, segments: z.array(EditedSegment) }))
      .check(z.maxLength(20_000)),
  }),
  z.strictObject({
    kind: z.literal('restoreSpeakers'),
    runs: z.array(z.strictObject({ at: place, count: place, speaker })),
    speakers: z.array(Speaker),
  }),
])
export type Operation = z.infer<typeof Operation>

/** Changes a text of exactly this version; one that has moved on answers 409, and the asker catches up first. */
export const editTranscript = {
  method: 'POST',
  path: '/api/scripts/:id/edits',
  auth: 'user',
  isPolled: true,
  params: ScriptId,
  body: z.strictObject({ version: z.int().check(z.gte(0)), operation: Operation }),
  reply: z.object({ version: z.int() }),
} as const satisfies Endpoint

/** What was changed since a version. */
export const listEdits = {
  method: 'GET',
  path: '/api/scripts/:id/edits',
  auth: 'user',
  isPolled: true,
  params: ScriptId,
  query: z.object({ after: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0) }),
  reply: z.object({ version: z.int(), operations: z.array(Operation) }),
} as const satisfies Endpoint

/** The text as it was recognised, before anybody corrected it. */
export const getOriginal = {
  method: 'GET',
  path: '/api/scripts/:id/original',
  auth: 'user',
  params: ScriptId,
  reply: z.object({ script: z.array(EditedSegment) }),
} as const satisfies Endpoint
