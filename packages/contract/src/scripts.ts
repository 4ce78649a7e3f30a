import { processStatuses, scriptStatuses, stages } from '@doslovno/domain/script/status.ts'
import { languages } from '@doslovno/domain/upload/languages.ts'
import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'

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
  /** 0–100, only while processing. */
  progress: z.optional(z.number()),
  public: z.boolean(),
  canEdit: z.boolean(),
})
export type ScriptSummary = z.infer<typeof ScriptSummary>

/** A file as its page shows it; owners get more than visitors. */
export const Script = z.object({
  ...ScriptSummary.shape,
  userId: z.optional(z.string()),
  processId: z.optional(z.string()),
  processStatus: z.optional(z.enum(processStatuses)),
  /** A short-lived address of the recording. */
  fileSrc: z.nullable(z.string()),
  language: z.nullable(z.string()),
  speakers: z.int(),
  /** Loudness along the recording, 0–100. */
  peaks: z.array(z.number()),
  script: z.array(Segment),
})
export type Script = z.infer<typeof Script>

export const ProcessState = z.object({
  status: z.enum(processStatuses),
  progress: z.number(),
  stage: z.enum(stages),
  etaSeconds: z.nullable(z.number()),
  scriptId: z.string(),
  /** The source's own text of the failure. */
  error: z.optional(z.string()),
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
  }),
  reply: z.object({ data: z.array(ScriptSummary), total: z.int() }),
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
    language: z._default(z.enum(languages), 'auto'),
  }),
  reply: z.object({ processId: z.string() }),
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
