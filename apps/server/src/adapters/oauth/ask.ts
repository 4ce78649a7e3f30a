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
