import type { ErrorBody } from '@doslovno/contract/endpoint.ts'
import { type ErrorCode, errors } from '@doslovno/domain/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'

import { AppError } from '#platform/errors.ts'
import { isTransient } from '#platform/transient.ts'

const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { notAvailable: 5, switchedOff: 60, paymentsOff: 60 }

export function replyWithErrors(app: FastifyInstance): void {
  app.setErrorHandler(replyWithError)
  app.setNotFoundHandler((_request, reply) => reply.code(404).send(bodyOf(new AppError('notFound'))))
}

/** The only place that turns a failure into a reply. Anything but an AppError is logged and hidden from the caller. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = toAppError(error)
  if (failure.status >= 500 && failure.code !== 'switchedOff') request.log.error({ err: error }, 'request failed')
  setRetryAfter(reply, failure)
  return reply.code(failure.status).send(bodyOf(failure))
}

export function setRetryAfter(reply: FastifyReply, { code, retryAfterSeconds }: AppError): void {
  const seconds = retryAfterSeconds ?? RETRY_AFTER_SECONDS[code]
  if (seconds) void reply.header('retry-after', seconds)
}

/** Turns anything thrown into a failure of the catalogue. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.core.$ZodError)
    return new AppError('invalidRequest', { cause: error, fields: fieldsOf(error) })
  if (isTransient(error)) return new AppError('notAvailable', { cause: error })
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

/** Maps Fastify's own errors (malformed JSON, a wrong content type, a body too large) to our codes. */
function codeOfFramework(error: unknown): ErrorCode {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  if (status === errors.fileTooBig.status) return 'fileTooBig'
  return typeof status === 'number' && status >= 400 && status < 500 ? 'invalidRequest' : 'unexpected'
}
