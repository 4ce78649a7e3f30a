import { SHORTEST_SEARCH, sorts, toSort } from '@doslovno/domain/script/sort.ts'
import { flaws, processStatuses, scriptStatuses, stages } from '@doslovno/domain/script/status.ts'
import { languages } from '@doslovno/domain/upload/languages.ts'
import { mediaTypes, speakersCounts } from '@doslovno/domain/upload/options.ts'
import * as z from 'zod/mini'

import { type Endpoint, ErrorCode, TooBig } from './endpoint.ts'
import { ScriptId } from './fields.ts'
import { ProcessVocabulary } from './script-vocabulary.ts'
import { Span, Summary, SummaryBlock } from './summaries.ts'

const ProcessId = z.object({ processId: z.uuid() })

/** A question: this word and those after it, `words` in all, may be this term. */
export const TermQuestion = z.object({
  text: z.string().check(z.maxLength(20_000)),
  words: z.int().check(z.gte(1), z.lte(100)),
  termId: z.uuid(),
})

/** Only the owner gets the marks of the vocabulary: `heard`, `termId` and `maybe`. */
export const Word = z.object({
  text: z.string(),
  start: z.number(),
  end: z.number(),
  confidence: z.nullable(z.number()),
  /** The recognised text in place of a term; empty in the further words of a term. */
  heard: z.optional(z.string()),
  /** The term that replaced what was heard. */
  termId: z.optional(z.uuid()),
  maybe: z.optional(TermQuestion),
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

/** Where a search found its words. */
export const Match = z.object({ text: z.string(), start: z.number(), end: z.number() })

/** A file in a list. Only its owner gets `userId`, the process and the minutes. */
export const ScriptSummary = z.object({
  id: z.string(),
  userId: z.optional(z.string()),
  fileName: z.string(),
  fileSize: z.number(),
  type: z.enum(['audio', 'video']),
  /** Seconds; null until the file is inspected. */
  duration: z.nullable(z.number()),
  uploadAt: z.string(),
  status: z.enum(scriptStatuses),
  /** Before inspection neither the duration nor a defect of the file is known. */
  isInspected: z.boolean(),
  /** Why the file or its processing failed: the wire text, and the code to decide by. */
  error: z.optional(z.string()),
  errorCode: z.optional(ErrorCode),
  /** The last process. */
  processId: z.optional(z.string()),
  processStatus: z.optional(z.enum(processStatuses)),
  /** 0–100, only while processing. */
  progress: z.optional(z.number()),
  /** How long the processing will still take, once that can be told. */
  etaSeconds: z.optional(z.number()),
  /** Whole minutes of the owner's balance, present if the recording needs more. */
  availableMinutes: z.optional(z.int()),
  /** Number of speakers, once there is a text. */
  speakers: z.optional(z.int()),
  /** The folder it is in; only for its owner. */
  folderId: z.optional(z.string()),
  /** When the recording and the text are deleted; only for their owner. */
  keepUntil: z.optional(z.string()),
  public: z.boolean(),
  /** The id in the share link, if it is not that of the file; only for its owner. */
  linkId: z.optional(z.string()),
  canEdit: z.boolean(),
  /** Whether the recording and the text were deleted because the storage period ended. */
  isExpired: z.boolean(),
  /** The beginning of the text, in lists. */
  firstLine: z.optional(z.string()),
  /** The first match of a search. */
  matched: z.optional(Match),
})
export type ScriptSummary = z.infer<typeof ScriptSummary>

/** Short-lived URLs of the recording; a client that renews them in time plays on without a gap. */
export const Media = z.object({
  /** The original, with the picture of a video. */
  fileSrc: z.nullable(z.string()),
  /** The playback copy, for browsers that cannot play the original. */
  playbackSrc: z.nullable(z.string()),
  /** Lifetime of the URLs. */
  srcSeconds: z.int(),
})
export type Media = z.infer<typeof Media>

export const Speaker = z.object({ speakerId: z.int(), name: z.string() })
export type Speaker = z.infer<typeof Speaker>

/** A name as its author typed it. */
export const NamedSpeaker = z.strictObject({
  speakerId: z.int().check(z.gte(0), z.lte(1000)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
})

/** Speech without words. `again`: its owner asked for another hearing, or that one gave nothing either. */
export const UnheardSpan = z.object({ ...Span.shape, again: z.optional(z.enum(['asked', 'nothing'])) })

/** The file page. */
export const Script = z.object({
  ...ScriptSummary.shape,
  /** Seconds processed from the beginning, if not the whole recording. */
  processedSeconds: z.optional(z.number()),
  /** Speech that could not be recognised, in seconds. */
  unheard: z.optional(z.array(UnheardSpan)),
  ...Media.shape,
  /** Speakers with names. */
  speakerNames: z.array(Speaker),
  language: z.nullable(z.string()),
  speakers: z.int(),
  /** Loudness along the recording, 0–100. */
  peaks: z.array(z.number()),
  /** Increases with every edit of the text. */
  version: z.int(),
  script: z.array(Segment),
  /** Gaps of a finished text. */
  flaws: z.array(z.enum(flaws)),
  /** Summaries that exist; only the owner gets theses. */
  scriptSummary: z.array(Summary),
  summaryBlocks: z.array(SummaryBlock),
})
export type Script = z.infer<typeof Script>

export const ProcessState = z.object({
  status: z.enum(processStatuses),
  progress: z.number(),
  stage: z.enum(stages),
  etaSeconds: z.nullable(z.number()),
  /** Absent while a link is being downloaded. */
  scriptId: z.optional(z.string()),
  /** The title behind a link, once known. */
  title: z.optional(z.string()),
  /** Why the process failed: the wire text or the file that is too big, and the code to decide by. */
  error: z.optional(z.union([z.string(), TooBig])),
  errorCode: z.optional(ErrorCode),
})
export type ProcessState = z.infer<typeof ProcessState>

/** The state of the last process; before any, the status of the file itself with progress 0. */
export const ScriptState = z.object({ ...ProcessState.shape, status: z.enum([...processStatuses, ...scriptStatuses]) })
export type ScriptState = z.infer<typeof ScriptState>

const Page = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)), 1),
  pageSize: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 10),
  sort: z._default(z.pipe(z.pipe(z.string(), z.transform(toSort)), z.enum(sorts)), '-uploadAt'),
  /** Only files of this folder. */
  folder: z.optional(z.uuid()),
})

export const listScripts = {
  method: 'GET',
  path: '/api/scripts',
  auth: 'user',
  isPolled: true,
  isVersioned: true,
  query: Page,
  /** `minutesPerHour`: what recent files of all users took per hour of recording. Only for a user without files. */
  reply: z.object({ data: z.array(ScriptSummary), total: z.int(), minutesPerHour: z.optional(z.int()) }),
} as const satisfies Endpoint

/** Searches names and texts; each file comes with its first match. */
export const searchScripts = {
  method: 'GET',
  path: '/api/scripts/search',
  auth: 'user',
  query: z.object({
    search: z.string().check(z.trim(), z.minLength(SHORTEST_SEARCH), z.maxLength(200)),
    ...Page.shape,
  }),
  reply: z.object({ data: z.array(ScriptSummary), total: z.int() }),
} as const satisfies Endpoint

/** `newLink`: the share link becomes another, and the one before ends. */
export const shareScript = {
  method: 'PATCH',
  path: '/api/scripts/:id',
  auth: 'user',
  params: ScriptId,
  body: z.strictObject({ publicFlag: z.boolean(), newLink: z._default(z.boolean(), false) }),
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
  body: NamedSpeaker,
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
  isLong: true,
  isVersioned: true,
  params: ScriptId,
  reply: Script,
} as const satisfies Endpoint

/** A finished text as the page of a visitor plays it; before there is one, no paragraphs. */
export const Reading = z.object({
  type: z.enum(['audio', 'video']),
  duration: z.nullable(z.number()),
  ...Media.shape,
  speakerNames: z.array(Speaker),
  /** `times`: two numbers a word, see `packTimes` of the domain. */
  paragraphs: z.array(
    z.object({ speaker: z.int(), start: z.number(), end: z.number(), text: z.string(), times: z.array(z.int()) }),
  ),
  unheard: z.optional(z.array(Span)),
})
export type Reading = z.infer<typeof Reading>

export const getReading = {
  method: 'GET',
  path: '/api/scripts/:id/reading',
  auth: 'optional',
  isLong: true,
  isVersioned: true,
  params: ScriptId,
  reply: Reading,
} as const satisfies Endpoint

/** Multipart with one field `file`; the body is streamed and has no schema. */
export const uploadScript = {
  method: 'POST',
  path: '/api/scripts/upload',
  auth: 'user',
  switch: 'uploads',
  isCreating: true,
  isStreamed: true,
  reply: z.object({ script: ScriptSummary }),
} as const satisfies Endpoint

export const processScript = {
  method: 'POST',
  path: '/api/scripts/:id/process',
  auth: 'user',
  isCreating: true,
  params: ScriptId,
  body: z.strictObject({
    mediaType: z._default(z.enum(mediaTypes), 'other'),
    speakersCount: z._default(z.literal(speakersCounts), -2),
    language: z._default(z.enum(languages), 'auto'),
    badQuality: z._default(z.boolean(), false),
    templateId: z._default(z.nullable(z.int()), null),
    /** Absent: the owner's vocabulary applies. Null: none does. */
    vocabulary: z.optional(z.nullable(ProcessVocabulary)),
    /** Process only as much of the beginning as the balance covers. */
    force: z._default(z.boolean(), false),
    /** Recognise a script that already has a text. */
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

/** Hears an unheard span again, once; its words are added to the text. `start` names the span. */
export const hearSpanAgain = {
  method: 'POST',
  path: '/api/scripts/:id/hear-again',
  auth: 'session',
  params: ScriptId,
  body: z.object({ start: z.number() }),
  reply: z.object({}),
} as const satisfies Endpoint

export const DraftSentence = z.object({ start: z.number(), end: z.number(), text: z.string() })

/** Speakers may be numbered anew until the text is complete. */
export const DraftTurn = z.object({ start: z.number(), end: z.number(), speaker: z.int() })

/**
 * The text recognised so far: sentences from `from` on, and `next` to continue from, at once if `hasMore`. `turns` are
 * all that are known, whatever `from` is. Earlier releases send neither.
 */
export const getDraft = {
  method: 'GET',
  path: '/api/scripts/:id/draft',
  auth: 'user',
  limit: 'drafts',
  isVersioned: true,
  params: ScriptId,
  query: z.object({ from: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(1_000_000)), 0) }),
  reply: z.object({
    data: z.array(DraftSentence),
    next: z.int(),
    hasMore: z.optional(z.boolean()),
    turns: z.optional(z.array(DraftTurn)),
  }),
} as const satisfies Endpoint

export const uploadByLink = {
  method: 'POST',
  path: '/api/scripts/upload-by-link',
  auth: 'user',
  switch: 'links',
  isCreating: true,
  body: z.strictObject({
    url: z.string().check(z.trim(), z.maxLength(2000), z.regex(/^https?:\/\//i)),
    /** Of the caller. */
    folderId: z.optional(z.uuid()),
  }),
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
  isVersioned: true,
  params: ScriptId,
  reply: ScriptState,
} as const satisfies Endpoint

export const getProcess = {
  method: 'GET',
  path: '/api/processes/:processId',
  auth: 'user',
  isPolled: true,
  isVersioned: true,
  params: ProcessId,
  reply: ProcessState,
} as const satisfies Endpoint
