import { SHORTEST_SEARCH, sorts, toSort } from '@doslovno/domain/script/sort.ts'
import { processStatuses, scriptStatuses, stages } from '@doslovno/domain/script/status.ts'
import { languages } from '@doslovno/domain/upload/languages.ts'
import { mediaTypes, speakersCounts } from '@doslovno/domain/upload/options.ts'
import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { TooBig } from './error-body.ts'

const ScriptId = z.object({ id: z.uuid() })
const ProcessId = z.object({ processId: z.uuid() })

export const Word = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  confidence: z.nullable(z.number()),
})

export const Segment = z.object({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: z.int(),
  speakerName: z.optional(z.string()),
  words: z.array(Word),
})
export type Segment = z.infer<typeof Segment>

/** A file as lists show it. */
export const ScriptSummary = z.object({
  id: z.string(),
  fileName: z.string(),
  fileSize: z.number(),
  type: z.enum(['audio', 'video']),
  /** Seconds; null until the pipeline has looked inside. */
  duration: z.nullable(z.number()),
  uploadAt: z.string(),
  status: z.enum(scriptStatuses),
  /** Whether the service has looked inside: until then neither the duration nor a flaw of the file is known. */
  isInspected: z.boolean(),
  /** The source's own text of why the file or its processing failed. */
  error: z.optional(z.string()),
  /** 0–100, only while processing. */
  progress: z.optional(z.number()),
  public: z.boolean(),
  canEdit: z.boolean(),
  /** Whether its recording and text are gone, their time being over. */
  isExpired: z.boolean(),
  /** Where the words that were searched for are said. */
  matched: z.optional(z.object({ text: z.string(), start: z.number(), end: z.number() })),
})
export type ScriptSummary = z.infer<typeof ScriptSummary>

/** Short-lived addresses of the recording; asked again before they end, playing goes on without a gap. */
export const Media = z.object({
  /** What the player plays: for a video its own picture. */
  fileSrc: z.nullable(z.string()),
  /** Sound that every browser plays, where the recording itself does not. */
  playbackSrc: z.nullable(z.string()),
  /** How long the addresses work. */
  srcSeconds: z.int(),
})
export type Media = z.infer<typeof Media>

export const Speaker = z.object({ speakerId: z.int(), name: z.string() })
export type Speaker = z.infer<typeof Speaker>

/** A file as its page shows it; owners get more than visitors. */
export const Script = z.object({
  ...ScriptSummary.shape,
  userId: z.optional(z.string()),
  processId: z.optional(z.string()),
  processStatus: z.optional(z.enum(processStatuses)),
  /** Whole minutes its owner could process now; told where they are fewer than the recording needs. */
  availableMinutes: z.optional(z.int()),
  /** Seconds of the beginning that were processed, where it was not the whole recording. */
  processedSeconds: z.optional(z.number()),
  /** Stretches that could not be recognised, in seconds; the text has the rest. */
  unheard: z.optional(z.array(z.object({ start: z.number(), end: z.number() }))),
  ...Media.shape,
  /** People who speak, where their names are known. */
  speakerNames: z.array(Speaker),
  language: z.nullable(z.string()),
  speakers: z.int(),
  /** Loudness along the recording, 0–100. */
  peaks: z.array(z.number()),
  /** Grows with every correction of the text. */
  version: z.int(),
  script: z.array(Segment),
})
export type Script = z.infer<typeof Script>

export const ProcessState = z.object({
  status: z.enum(processStatuses),
  progress: z.number(),
  stage: z.enum(stages),
  etaSeconds: z.nullable(z.number()),
  /** Unknown while a link is being downloaded. */
  scriptId: z.optional(z.string()),
  /** What the link leads to, once known. */
  title: z.optional(z.string()),
  /** The source's own text of the failure, or what is too big. */
  error: z.optional(z.union([z.string(), TooBig])),
})
export type ProcessState = z.infer<typeof ProcessState>

export const listScripts = {
  method: 'GET',
  path: '/api/scripts',
  auth: 'user',
  isPolled: true,
  query: z.object({
    page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
    pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
    sort: z._default(z.pipe(z.pipe(z.string(), z.transform(toSort)), z.enum(sorts)), '-uploadAt'),
  }),
  reply: z.object({ data: z.array(ScriptSummary), total: z.int() }),
} as const satisfies Endpoint

/** Over names and texts; each file with the first place that fits. */
export const searchScripts = {
  method: 'GET',
  path: '/api/scripts/search',
  auth: 'user',
  query: z.object({ search: z.string().check(z.trim(), z.minLength(SHORTEST_SEARCH), z.maxLength(200)) }),
  reply: z.object({ data: z.array(ScriptSummary) }),
} as const satisfies Endpoint

export const shareScript = {
  method: 'PATCH',
  path: '/api/scripts/:id',
  auth: 'user',
  params: ScriptId,
  body: z.strictObject({ publicFlag: z.boolean() }),
  reply: z.object({ script: ScriptSummary }),
} as const satisfies Endpoint

export const renameScript = {
  method: 'PATCH',
  path: '/api/scripts/:id/filename',
  auth: 'user',
  params: ScriptId,
  body: z.strictObject({ fileName: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)) }),
  reply: z.object({ script: ScriptSummary }),
} as const satisfies Endpoint

export const editSpeakerName = {
  method: 'POST',
  path: '/api/scripts/:id/edit-speaker-name',
  auth: 'user',
  params: ScriptId,
  body: z.strictObject({
    speakerId: z.int().check(z.gte(0), z.lte(1000)),
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
  }),
  reply: z.object({ speakers: z.array(Speaker) }),
} as const satisfies Endpoint

export const deleteScript = {
  method: 'DELETE',
  path: '/api/scripts/:id',
  auth: 'user',
  params: ScriptId,
  reply: z.object({}),
} as const satisfies Endpoint

export const getMedia = {
  method: 'GET',
  path: '/api/scripts/:id/media',
  auth: 'optional',
  params: ScriptId,
  reply: Media,
} as const satisfies Endpoint

export const getScript = {
  method: 'GET',
  path: '/api/scripts/:id',
  auth: 'optional',
  params: ScriptId,
  reply: Script,
} as const satisfies Endpoint

/** Multipart with one field `file`; the body is streamed, so it has no schema. */
export const uploadScript = {
  method: 'POST',
  path: '/api/scripts/upload',
  auth: 'user',
  reply: z.object({ script: ScriptSummary }),
} as const satisfies Endpoint

export const processScript = {
  method: 'POST',
  path: '/api/scripts/:id/process',
  auth: 'user',
  params: ScriptId,
  body: z.strictObject({
    mediaType: z._default(z.enum(mediaTypes), 'other'),
    speakersCount: z._default(z.literal(speakersCounts), -2),
    language: z._default(z.enum(languages), 'auto'),
    badQuality: z._default(z.boolean(), false),
    templateId: z._default(z.nullable(z.int()), null),
    /** Process only as much of the beginning as there are minutes for. */
    force: z._default(z.boolean(), false),
    /** Recognise anew what has a text already. */
    again: z._default(z.boolean(), false),
  }),
  reply: z.object({ processId: z.string() }),
} as const satisfies Endpoint

export const cancelProcessing = {
  method: 'POST',
  path: '/api/scripts/:id/cancel',
  auth: 'user',
  params: ScriptId,
  reply: z.object({}),
} as const satisfies Endpoint

/** What is recognised so far of a file in processing: the sentences from `from` on, and where to ask on from. */
export const getDraft = {
  method: 'GET',
  path: '/api/scripts/:id/draft',
  auth: 'user',
  isPolled: true,
  params: ScriptId,
  query: z.object({ from: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0) }),
  reply: z.object({
    data: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
    next: z.int(),
  }),
} as const satisfies Endpoint

export const uploadByLink = {
  method: 'POST',
  path: '/api/scripts/upload-by-link',
  auth: 'user',
  body: z.strictObject({ url: z.string().check(z.trim(), z.maxLength(2000), z.regex(/^https?:\/\//i)) }),
  reply: z.object({ processId: z.string() }),
} as const satisfies Endpoint

export const cancelUploadByLink = {
  method: 'POST',
  path: '/api/scripts/cancel-upload-by-link',
  auth: 'user',
  body: z.strictObject({ processId: z.uuid() }),
  reply: z.object({}),
} as const satisfies Endpoint

export const getScriptStatus = {
  method: 'GET',
  path: '/api/scripts/:id/status',
  auth: 'user',
  isPolled: true,
  params: ScriptId,
  reply: ProcessState,
} as const satisfies Endpoint

export const getProcess = {
  method: 'GET',
  path: '/api/processes/:processId',
  auth: 'user',
  isPolled: true,
  params: ProcessId,
  reply: ProcessState,
} as const satisfies Endpoint
