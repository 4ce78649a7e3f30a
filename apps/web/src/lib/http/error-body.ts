import type { ErrorBody } from '@doslovno/contract/endpoint.ts'

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
