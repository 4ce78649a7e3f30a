import type { ErrorBody } from '@doslovno/contract/error-body.ts'
import { type ErrorCode, errors } from '@doslovno/domain/errors.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { AppError } from './errors.ts'

/** The one place where a failure becomes an answer. What is not ours to tell is logged and answered as `unexpected`. */
export function replyWithErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const failure = toAppError(error)
    if (failure.status >= 500) request.log.error({ err: error }, 'request failed')
    if (failure.retryAfterSeconds) void reply.header('retry-after', failure.retryAfterSeconds)
    return reply.code(failure.status).send(bodyOf(failure))
  })
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(bodyOf(new AppError('notFound'))))
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.core.$ZodError)
    return new AppError('invalidRequest', { cause: error, fields: fieldsOf(error) })
  if (isDatabaseGone(error)) return new AppError('notAvailable', { cause: error })
  return new AppError(codeOfFramework(error), { cause: error })
}

function bodyOf({ code, message, fields, tooBig }: AppError): ErrorBody {
  return { error: tooBig ?? message, code, message, ...(fields ? { fields } : {}) }
}

function fieldsOf(error: z.core.$ZodError): Record<string, { code: string; message: string }> {
  return Object.fromEntries(
    error.issues.map((issue) => [issue.path.join('.'), { code: 'wrongFormat', message: issue.message }]),
  )
}

/** Fastify's own refusals (malformed JSON, a wrong content type, a body too large) keep their meaning. */
function codeOfFramework(error: unknown): ErrorCode {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === errors.fileTooBig.status) return 'fileTooBig'
  return typeof status === 'number' && status >= 400 && status < 500 ? 'invalidRequest' : 'unexpected'
}

/** PostgreSQL's class 57P (shutting down, not yet up) and sockets that it does not answer. */
function isDatabaseGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && (code.startsWith('57P') || code === 'ECONNREFUSED' || code === 'ECONNRESET')
}
