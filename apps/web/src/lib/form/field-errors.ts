import type { FieldError } from '@doslovno/domain/errors.ts'
import { fieldErrorText } from '@doslovno/texts/form.ts'

import { errorBodyOf } from '#lib/http/api-error.ts'

export type FieldErrors = Record<string, FieldError>

/** Null, a blank text and an empty list are missing. */
export function isMissing(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}

/** An error for every missing required field. */
export function missingFields(values: Readonly<Record<string, unknown>>, required: readonly string[]): FieldErrors {
  const missing = required.filter((name) => isMissing(values[name]))
  return Object.fromEntries(missing.map((name) => [name, fieldError('required')]))
}

/** The server's errors by field, for the fields of this form only. */
export function serverFieldErrors(error: unknown, names: readonly string[]): FieldErrors {
  const fields = errorBodyOf(error)?.fields ?? {}
  const known = Object.entries(fields).filter(([name]) => names.includes(name))
  return Object.fromEntries(known.map(([name, { code }]) => [name, fieldError(code)]))
}

function fieldError(code: string): FieldError {
  return { code, message: fieldErrorText(code) }
}
