import { passedChecks, passwordChecks } from '@doslovno/domain/account/password.ts'

import { isMissing } from '#lib/form/field-errors.ts'

export type Registration = { name: string; surname: string; email: string; password: string }
export type Blocker = 'fields' | 'consent' | 'password' | 'error'

export const requiredFields = ['name', 'email', 'password'] as const

/** The first thing that keeps a registration from being sent. */
export function registerBlocker(values: Registration, hasConsent: boolean, hasErrors: boolean): Blocker | undefined {
  if (requiredFields.some((name) => isMissing(values[name]))) return 'fields'
  if (!hasConsent) return 'consent'
  if (passedChecks(values.password).length < passwordChecks.length) return 'password'
  return hasErrors ? 'error' : undefined
}
