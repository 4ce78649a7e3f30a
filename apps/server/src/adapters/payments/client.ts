import { setTimeout as pause } from 'node:timers/promises'

import * as z from 'zod'

import type { PaymentsConfig } from '#platform/config.ts'
import { cappedFetch, jsonOf } from '#platform/http/capped-fetch.ts'

import { PaymentRefused, PaymentUnknown } from './port.ts'

export type Client = {
  get<Answer>(path: string, schema: z.ZodType<Answer>): Promise<Answer>
  /** The same key within 24 hours gets the first answer. */
  post<Answer>(path: string, key: string, body: object, schema: z.ZodType<Answer>): Promise<Answer>
}

type Settings = Pick<PaymentsConfig, 'url' | 'shopId' | 'secretKey'>
type Reply = { status: number; body: unknown }

/** YooKassa answers 500 after 30 seconds if it has no exact answer by then. */
export const TIMEOUT_MS = 35_000
/** One quick repeat bridges a restart on either side; longer troubles are left to the jobs. */
const PAUSE_MS = 300
const LARGEST_BYTES = 2 * 1024 * 1024

const Refusal = z.object({ code: z.string(), parameter: z.string().optional() })

/** Calls the API; throws only `PaymentUnknown` and `PaymentRefused`. */
export function createClient({ url, shopId, secretKey }: Settings, timeoutMs: number): Client {
  const authorization = `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString('base64')}`
  const headers = { authorization, accept: 'application/json' }
  const attempt = (path: string, init: RequestInit) => ask(`${url}${path}`, init, timeoutMs)
  return {
    get: async (path, schema) => read(await repeat(() => attempt(path, { headers })), schema),
    post: async (path, key, body, schema) => {
      const init = {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'idempotence-key': key },
        body: JSON.stringify(body),
      }
      return read(await repeat(() => attempt(path, init)), schema)
    },
  }
}

async function repeat(attempt: () => Promise<Reply | Error>): Promise<Reply> {
  let outcome = await attempt()
  if (isPassing(outcome)) {
    await pause(PAUSE_MS)
    outcome = await attempt()
  }
  if (outcome instanceof Error) throw new PaymentUnknown('no answer', { cause: outcome })
  return outcome
}

/** A broken connection and a server error may be gone at once; a timeout has taken long enough already. */
function isPassing(outcome: Reply | Error): boolean {
  return outcome instanceof Error ? outcome.name !== 'TimeoutError' : outcome.status >= 500
}

async function ask(url: string, init: RequestInit, timeoutMs: number): Promise<Reply | Error> {
  try {
    const response = await cappedFetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }, LARGEST_BYTES)
    return { status: response.status, body: await jsonOf(response) }
  } catch (error) {
    return error instanceof Error ? error : new Error('No answer', { cause: error })
  }
}

function read<Answer>({ status, body }: Reply, schema: z.ZodType<Answer>): Answer {
  if (status === 429 || status >= 500) throw new PaymentUnknown(`status ${status}`)
  if (status >= 400) {
    const { code, parameter } = Refusal.safeParse(body).data ?? { code: `status ${status}` }
    throw new PaymentRefused(code, parameter)
  }
  const answer = schema.safeParse(body)
  if (status !== 200 || !answer.success) throw new PaymentUnknown(`unexpected answer with status ${status}`)
  return answer.data
}
