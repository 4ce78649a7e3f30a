import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'

import { AnswerTooLarge } from '#platform/http/capped-fetch.ts'

import { LlmLost } from './port.ts'

/** A request that the server does not take as it is. */
export type Refusal = { param: string | undefined; isTooLong: boolean }

/** The error of a refused request; undefined for any other error. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof APIError) || !(error.status === 400 || error.status === 422)) return undefined
  const isTooLong = tooLong.has(error.code ?? '') || tooLong.has(error.type ?? '')
  return { param: error.param ?? undefined, isTooLong }
}

/** OpenAI and its followers; llama.cpp. */
const tooLong = new Set(['context_length_exceeded', 'exceed_context_size_error'])

/** Whether the key or the model is wrong, which no further try mends. */
export const isMisconfigured = (error: unknown): boolean =>
  error instanceof APIError && [401, 403, 404].includes(error.status ?? 0)

/** Any failure of a call. Keeps no text of the server, which may quote what it was asked. */
export function lostOf(error: unknown): LlmLost {
  if (error instanceof LlmLost) return error
  if (error instanceof APIConnectionTimeoutError) return new LlmLost('timeout', { wasSent: true })
  if (error instanceof APIConnectionError) return lostConnection(error)
  if (error instanceof APIError && error.status) return lostStatus(error.status)
  return new LlmLost('strangeAnswer', { wasSent: true })
}

function lostConnection({ cause }: APIConnectionError): LlmLost {
  if (cause instanceof AnswerTooLarge) return new LlmLost('tooLarge', { wasSent: true })
  const code = codeOf(cause)
  return new LlmLost('noConnection', { wasSent: !unsent.has(code), ...(code && { cause: new Error(code) }) })
}

/** The connection was never made. */
const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Fetch wraps the system's error. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error ? String(error.code) : codeOf(error.cause)
}

/** A server that turned a request away did not charge for it; one that broke may have. */
const lostStatus = (status: number) => new LlmLost(`http${status}`, { wasSent: status >= 500 && status !== 503 })

const LONGEST_WAIT_SECONDS = 30

/** How long a busy server asks to wait; undefined if it does not say, or if that is too long to wait in place. */
export function waitSecondsOf(error: unknown, nowMs: number): number | undefined {
  if (!(error instanceof APIError) || !(error.status === 429 || error.status === 503)) return undefined
  const header = error.headers?.get('retry-after')
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - nowMs) / 1000)
  return seconds >= 0 && seconds <= LONGEST_WAIT_SECONDS ? seconds : undefined
}
