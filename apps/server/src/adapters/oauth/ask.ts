import * as z from 'zod'

import { notValid, providerFailed } from './refusals.ts'

export type Question = {
  url: string
  headers?: Record<string, string>
  /** Sent as a form by POST; without it the question is a GET. */
  form?: Record<string, string>
  signal?: AbortSignal | undefined
}

/** Asks a provider and reads its answer by a schema. Throws `tokenNotValid` or `providerFailed`, nothing else. */
export type Ask = <Answer>(question: Question, schema: z.ZodType<Answer>) => Promise<Answer>

const LARGEST_BYTES = 64 * 1024
/** By these a provider says that the token or the code is wrong; any other status is its own trouble. */
const REFUSALS = [400, 401, 403]
const Refusal = z.object({ error: z.string().min(1) })

export function createAsk(timeoutMs: number): Ask {
  return async (question, schema) => {
    const { status, body } = await answerOf(question, timeoutMs)
    if (REFUSALS.includes(status)) throw notValid(`Refused with ${status}`)
    if (status !== 200) throw providerFailed(`Answered ${status}`)
    const parsed = schema.safeParse(body)
    if (parsed.success) return parsed.data
    throw Refusal.safeParse(body).success
      ? notValid('Refused with 200')
      : providerFailed('The answer has another shape')
  }
}

async function answerOf({ url, headers = {}, form, signal }: Question, timeoutMs: number) {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      redirect: 'error',
      signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    })
    return { status: response.status, body: parse(await readCapped(response)) }
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw providerFailed('No answer', error)
  }
}

/** A stranger must not fill our memory. */
async function readCapped(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  for await (const part of response.body ?? []) {
    sizeBytes += part.length
    if (sizeBytes > LARGEST_BYTES) throw new Error('The answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** The parser's own error quotes the text, and the text may hold a token: here it is only «no JSON». */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
