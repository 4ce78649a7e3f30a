import type { ErrorBody, TooBig } from '@doslovno/contract/endpoint.ts'
import { type ErrorCode, errors, isErrorCode } from '@doslovno/domain/errors.ts'

/** A failed call: any status from 400 up, or 0 without an answer. */
export class ApiError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown, options?: ErrorOptions) {
    super(messageOf(status, body), options)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }

  /** Undefined if a proxy answered, nobody did, or this version does not know the code. */
  get code(): ErrorCode | undefined {
    const code = errorBodyOf(this)?.code
    return code !== undefined && isErrorCode(code) ? code : undefined
  }

  /** The server's text of the failure: to show, never to decide by. */
  get wireText(): string | undefined {
    const error = errorBodyOf(this)?.error
    return typeof error === 'string' ? error : undefined
  }

  /** Both sizes of a file that is too big, and its name. */
  get tooBig(): TooBig | undefined {
    const error = errorBodyOf(this)?.error
    return typeof error === 'object' ? error : undefined
  }
}

/** The server's envelope; undefined if a proxy answered. */
export function errorBodyOf(error: unknown): ErrorBody | undefined {
  return error instanceof ApiError ? readErrorBody(error.body) : undefined
}

/** The code of a failed call; undefined for other errors. */
export function codeOf(error: unknown): ErrorCode | undefined {
  return error instanceof ApiError ? error.code : undefined
}

/** 403 always asks to sign in. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === errors.needAuthorization.status
}

/** A row that is already gone counts as deleted. */
export function ignoreMissing(error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 404) throw error
}

/** Nobody answered: there is no connection, or no server at its end. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0
}

/** The error of a call that needs a token and has none. */
export function needAuthorization(): ApiError {
  const { status, message } = errors.needAuthorization
  return new ApiError(status, { error: message, code: 'needAuthorization', message })
}

function messageOf(status: number, body: unknown): string {
  const envelope = readErrorBody(body)
  if (!envelope) return status === 0 ? 'No answer' : `HTTP ${status}`
  const { error, message } = envelope
  return typeof error === 'string' ? error : message
}

type Fields = Readonly<Record<string, unknown>>

/** The server's envelope of a failure; undefined for what a proxy may have answered. */
export function readErrorBody(body: unknown): ErrorBody | undefined {
  if (!isObject(body)) return undefined
  const { error, code, message, fields = {} } = body
  const isKnown = areStrings(code, message) && (areStrings(error) || isTooBig(error))
  const hasFields = isObject(fields) && Object.values(fields).every(isFieldError)
  return isKnown && hasFields ? (body as ErrorBody) : undefined // checked part by part above
}

function isTooBig(error: unknown): boolean {
  return isObject(error) && areStrings(error.fileName) && Number.isFinite(error.size) && Number.isFinite(error.fileSize)
}

function isFieldError(error: unknown): boolean {
  return isObject(error) && areStrings(error.code, error.message)
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

function areStrings(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string')
}
