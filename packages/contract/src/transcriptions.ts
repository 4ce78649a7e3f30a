import { languages } from '@doslovno/domain/upload/languages.ts'
import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'

export const responseFormats = ['json', 'text', 'srt', 'verbose_json', 'vtt'] as const
export const granularities = ['word', 'segment'] as const

const oneOf = (values: readonly string[]) => ({ error: `Must be one of: ${values.join(', ')}.` })

/**
 * The fields beside `file`, by OpenAI's names and always as text. `model` may be any. `prompt` and `temperature` have no
 * counterpart in our recognisers: they are accepted and ignored, as is every other field.
 */
export const TranscriptionForm = z.object({
  language: z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((code) => code.toLowerCase() || 'auto'),
      ),
      z.enum(languages, oneOf(languages)),
    ),
    'auto',
  ),
  response_format: z._default(z.enum(responseFormats, oneOf(responseFormats)), 'json'),
  /** The contents of `verbose_json`. */
  timestamp_granularities: z._default(z.array(z.enum(granularities, oneOf(granularities))), ['segment']),
  stream: z.optional(z.enum(['false', 'False', '0', ''], { error: 'Streaming is not supported.' })),
})
export type TranscriptionForm = z.infer<typeof TranscriptionForm>

/** Seconds that were taken from the balance. */
export const TranscriptionUsage = z.object({ type: z.literal('duration'), seconds: z.int() })

export const Transcription = z.object({ text: z.string(), usage: TranscriptionUsage })
export type Transcription = z.infer<typeof Transcription>

export const TranscriptionSegment = z.object({
  id: z.int(),
  seek: z.int(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  tokens: z.array(z.int()),
  temperature: z.number(),
  avg_logprob: z.number(),
  compression_ratio: z.number(),
  no_speech_prob: z.number(),
})

export const TranscriptionWord = z.object({ word: z.string(), start: z.number(), end: z.number() })

export const VerboseTranscription = z.object({
  task: z.literal('transcribe'),
  /** The English name in lower case. */
  language: z.string(),
  duration: z.number(),
  text: z.string(),
  segments: z.optional(z.array(TranscriptionSegment)),
  words: z.optional(z.array(TranscriptionWord)),
  usage: TranscriptionUsage,
})
export type VerboseTranscription = z.infer<typeof VerboseTranscription>

/** OpenAI's call: a multipart form with `file`, answered once the text is ready. Errors have OpenAI's shape as well. */
export const createTranscription = {
  method: 'POST',
  path: '/v1/audio/transcriptions',
  auth: 'user',
  switch: 'uploads',
  isStreamed: true,
  body: TranscriptionForm,
  reply: z.union([Transcription, VerboseTranscription, z.string()]),
} as const satisfies Endpoint

/** The header that names the script of a transcription, also in errors. */
export const SCRIPT_HEADER = 'x-doslovno-script-id'

export const OpenaiError = z.object({
  message: z.string(),
  type: z.string(),
  param: z.nullable(z.string()),
  code: z.nullable(z.string()),
})
/** Every error of `createTranscription`. */
export const OpenaiErrorBody = z.object({ error: OpenaiError })
export type OpenaiErrorBody = z.infer<typeof OpenaiErrorBody>
