import { type OpenaiErrorBody, SCRIPT_HEADER } from '@doslovno/contract/transcriptions.ts'
import type { ErrorCode } from '@doslovno/domain/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { AppError } from '#platform/errors.ts'
import { setRetryAfter, toAppError } from '#platform/http/error-reply.ts'

type Shown = { status: number; type: string; code: string }

const missingScope: Shown = { status: 403, type: 'invalid_request_error', code: 'missing_scope' }
const quota: Shown = { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' }

/** Failures that OpenAI reports by other statuses or codes than we do; its clients decide by them. */
const translated: Partial<Record<ErrorCode, Shown>> = {
  needAuthorization: { status: 401, type: 'invalid_request_error', code: 'invalid_api_key' },
  tooManyRequests: { status: 429, type: 'requests', code: 'rate_limit_exceeded' },
  notEnoughMinutes: quota,
  uploadsExceeded: quota,
  noAudioStream: { status: 400, type: 'invalid_request_error', code: 'noAudioStream' },
  mediaBroken: { status: 400, type: 'invalid_request_error', code: 'mediaBroken' },
  unsupportedFormat: { status: 400, type: 'invalid_request_error', code: 'unsupportedFormat' },
  recordingTooLong: { status: 400, type: 'invalid_request_error', code: 'recordingTooLong' },
}

const aboutFile: readonly ErrorCode[] = [
  'noFile',
  'fileTooBig',
  'noAudioStream',
  'mediaBroken',
  'unsupportedFormat',
  'recordingTooLong',
]

const MISSING_SCOPE = 'You have insufficient permissions for this operation. Missing scopes: write.'

/** OpenAI's clients repeat 409, 429 and 5xx by themselves: only these are worth it, and only before a file is kept. */
const repeatable: readonly ErrorCode[] = ['tooManyRequests', 'notAvailable']

export function replyAsOpenai(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error)
  // The gate tells a key that may not do this from one that is not known.
  const isKnown = failure.code === 'needAuthorization' && reply.hasHeader('www-authenticate')
  const { status, ...shown } = isKnown ? missingScope : shownOf(failure)
  const scriptId = reply.getHeader(SCRIPT_HEADER)
  if (status >= 500 && failure.code !== 'stillProcessing') request.log.error({ err: error }, 'request failed')
  if (scriptId || !repeatable.includes(failure.code)) void reply.header('x-should-retry', 'false')
  // The API may be stopping: it waits for open connections.
  if (failure.code === 'stillProcessing') void reply.header('connection', 'close')
  setRetryAfter(reply, failure)
  const body: OpenaiErrorBody = {
    error: { message: isKnown ? MISSING_SCOPE : messageOf(failure, scriptId), param: paramOf(failure), ...shown },
  }
  return reply.code(status).type('application/json').send(body)
}

function shownOf({ code, status }: AppError): Shown {
  return translated[code] ?? { status, code, type: status >= 500 ? 'server_error' : 'invalid_request_error' }
}

function paramOf({ code, fields }: AppError): string | null {
  const field = Object.keys(fields ?? {})[0]
  return field ?? (aboutFile.includes(code) ? 'file' : null)
}

function messageOf({ code, message, fields }: AppError, scriptId: unknown): string {
  if (code === 'stillProcessing') return `${message}. Its text will be at GET /api/scripts/${String(scriptId)}.`
  if (code === 'needAuthorization') return 'Incorrect API key provided.'
  return Object.values(fields ?? {})[0]?.message ?? message
}
