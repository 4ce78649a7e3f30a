import type { Provider } from '@doslovno/contract/account/providers.ts'
import { normalEmail } from '@doslovno/domain/account/email.ts'
import * as z from 'zod'

import { AppError } from '#platform/errors.ts'
import { cappedFetch, jsonOf } from '#platform/http/capped-fetch.ts'

export type ProviderRequest = {
  url: string
  headers?: Record<string, string>
  /** Sent by POST; without it the request is a GET. */
  form?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** Calls a provider and parses its answer. Throws only `tokenNotValid` or `providerFailed`. */
export type Ask = <Answer>(request: ProviderRequest, schema: z.ZodType<Answer>) => Promise<Answer>

const LARGEST_BYTES = 64 * 1024
/** Statuses that mean a wrong token or code; any other is the provider's own failure. */
const REFUSALS = [400, 401, 403]
const Refusal = z.object({ error: z.string().min(1) })

export function createAsk(timeoutMs: number): Ask {
  return async (request, schema) => {
    const { status, body } = await answerOf(request, timeoutMs)
    if (REFUSALS.includes(status)) throw notValid(`Refused with ${status}`)
    if (status !== 200) throw providerFailed(`Answered ${status}`)
    const parsed = schema.safeParse(body)
    if (parsed.success) return parsed.data
    throw Refusal.safeParse(body).success ? notValid('Refused with 200') : providerFailed('Unexpected answer')
  }
}

async function answerOf({ url, headers = {}, form, signal }: ProviderRequest, timeoutMs: number) {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const init = {
      headers: { accept: 'application/json', ...headers },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    }
    const response = await cappedFetch(url, init, LARGEST_BYTES)
    return { status: response.status, body: await jsonOf(response) }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw providerFailed('No answer', error)
  }
}

/** The provider failed. The reason is always our own text: the provider's may hold a token. */
export function providerFailed(reason: string, cause?: unknown): AppError {
  return new AppError('providerFailed', { cause: new Error(reason, { cause }) })
}

/** The token or code is not valid here. */
export function notValid(reason: string): AppError {
  return new AppError('tokenNotValid', { cause: new Error(reason) })
}

/** A person as a provider describes them. The e-mail is set only if the provider has confirmed it. */
export type Profile = { provider: Provider; subject: string; email: string | null; name: string; surname: string }

type Answer = { provider: Provider; subject: string; email: string | null | undefined; name: string; surname: string }

const LONGEST_NAME = 100
const LONGEST_EMAIL = 320

/** Fits a provider's answer to the limits of our own fields. */
export function toProfile({ provider, subject, email, name, surname }: Answer): Profile {
  return { provider, subject, email: emailOf(email ?? ''), name: nameOf(name), surname: nameOf(surname) }
}

const nameOf = (text: string) => text.trim().slice(0, LONGEST_NAME)

function emailOf(text: string): string | null {
  const email = normalEmail(text)
  return email.includes('@') && email.length <= LONGEST_EMAIL ? email : null
}
