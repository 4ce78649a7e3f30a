import { reasonCodes, verdicts } from '@doslovno/domain/evidence/verdict.ts'
import {
  summaryEngines,
  summaryLacks,
  summarySections,
  summaryStatuses,
  summaryTypes,
} from '@doslovno/domain/summary/types.ts'
import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { ScriptId } from './fields.ts'

/** A moment of the recording; the text is cut from the transcript. */
export const Moment = z.object({ start: z.number(), end: z.number(), text: z.string(), speaker: z.int() })
export type Moment = z.infer<typeof Moment>

/** A stretch of the recording, in seconds. */
export const Span = z.object({ start: z.number(), end: z.number() })

export const StatementReason = z.object({ code: z.enum(reasonCodes), words: z.array(z.string()) })

/** One sentence of a summary, tied to the recording. */
export const Statement = z.object({
  text: z.string(),
  /** Seconds; the first moment. */
  start: z.number(),
  check: z.enum(verdicts),
  /** Why it is not confirmed, with the words that the recording does not support. */
  reasons: z.array(StatementReason),
  /** Speakers who said it. */
  who: z.array(z.int()),
  section: z.enum(summarySections),
  evidence: z.array(Moment),
})
export type Statement = z.infer<typeof Statement>

export const SummaryReading = z.object({ done: z.int(), total: z.int() })
export const SummaryPoint = z.object({ start: z.number(), text: z.string() })
export const SummaryCheck = z.object({ confirmed: z.int(), total: z.int(), dropped: z.int() })

export const Summary = z.object({
  /** Null while it is missing. */
  id: z.nullable(z.string()),
  type: z.enum(summaryTypes),
  status: z.enum(summaryStatuses),
  /** 0–100; never decreases while one summary is being made. */
  progress: z.number(),
  /** Parts of the recording read so far, while a model reads. */
  reading: z.optional(SummaryReading),
  /** The whole summary as plain text; empty until complete. */
  text: z.string(),
  /** A text for `about` and `summary`, a list for `theses`. */
  content: z.union([z.string(), z.array(SummaryPoint)]),
  /** Only the owner gets dropped statements. */
  statements: z.array(Statement),
  checked: SummaryCheck,
  /** Spans of the recording that no try could read, in seconds. */
  missing: z.array(Span),
  engine: z.enum(summaryEngines),
  /** Why a complete one says nothing. */
  lack: z.optional(z.enum(summaryLacks)),
  /** Whether statements lost their confirmation since, or the recording was recognised anew. */
  isStale: z.boolean(),
  /** Statements that lost their confirmation by corrections. */
  fallen: z.int(),
  /** Whether the caller may make it now: missing, failed or stale; superusers and owners with `aiSettings` always. */
  canMake: z.boolean(),
  /** Whether the caller may choose a template. */
  canChooseTemplate: z.boolean(),
  templateId: z.nullable(z.int()),
  madeAt: z.nullable(z.string()),
})
export type Summary = z.infer<typeof Summary>

/** The blocks of the page, in order. */
export const SummaryBlock = z.object({ type: z.enum(summaryTypes), status: z.enum(summaryStatuses) })
export type SummaryBlock = z.infer<typeof SummaryBlock>

const SummaryParams = z.object({ id: z.uuid(), type: z.enum(summaryTypes) })

export const getSummary = {
  method: 'GET',
  path: '/api/scripts/:id/summary/:type',
  auth: 'optional',
  isPolled: true,
  params: SummaryParams,
  reply: Summary,
} as const satisfies Endpoint

export const makeSummary = {
  method: 'POST',
  path: '/api/scripts/:id/summary/:type',
  auth: 'user',
  switch: 'summaries',
  params: SummaryParams,
  body: z.strictObject({ templateId: z.optional(z.nullable(z.int())) }),
  reply: Summary,
} as const satisfies Endpoint

export const ChapterView = z.object({ start: z.number(), title: z.string() })
export type ChapterView = z.infer<typeof ChapterView>

/** `isReady`: false until the chapters of the current text are made. */
export const listChapters = {
  method: 'GET',
  path: '/api/scripts/:id/chapters',
  auth: 'optional',
  isPolled: true,
  params: ScriptId,
  reply: z.object({ data: z.array(ChapterView), isReady: z.boolean() }),
} as const satisfies Endpoint

/** A deadline as spoken, and its date where the day of the upload tells it. */
export const Due = z.object({ text: z.string(), date: z.nullable(z.string()) })

/** A task or a decision heard in the recording. */
export const ActionItem = z.object({
  id: z.string(),
  /** `candidate`: a sentence that sounds like a task, found without a model. */
  kind: z.enum(['task', 'decision', 'candidate']),
  text: z.string(),
  start: z.number(),
  end: z.number(),
  /** Speakers who said it. */
  who: z.array(z.int()),
  due: z.nullable(Due),
  check: z.enum(verdicts),
  isDone: z.boolean(),
})
export type ActionItem = z.infer<typeof ActionItem>

export const listActionItems = {
  method: 'GET',
  path: '/api/scripts/:id/tasks',
  auth: 'optional',
  params: ScriptId,
  reply: z.object({ data: z.array(ActionItem), isReady: z.boolean() }),
} as const satisfies Endpoint

export const tickActionItem = {
  method: 'PATCH',
  path: '/api/scripts/:id/tasks/:itemId',
  auth: 'user',
  params: z.object({ id: z.uuid(), itemId: z.uuid() }),
  body: z.strictObject({ isDone: z.boolean() }),
  reply: z.object({ item: ActionItem }),
} as const satisfies Endpoint

const Question = z.string().check(z.trim(), z.minLength(3), z.maxLength(300))

/** Answers a question from the recording alone. `previous`: the last one, which it may refer to. Owner only. */
export const askScript = {
  method: 'POST',
  path: '/api/scripts/:id/questions',
  auth: 'user',
  switch: 'summaries',
  params: ScriptId,
  body: z.strictObject({ question: Question, previous: z.optional(Question) }),
  reply: z.object({
    /** Confirmed statements only; empty if the recording does not say it or no model is configured. */
    answer: z.array(Statement),
    /** The nearest moments, best first. */
    moments: z.array(Moment),
    engine: z.enum(summaryEngines),
  }),
} as const satisfies Endpoint
