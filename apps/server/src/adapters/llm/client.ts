import OpenAI from 'openai'
import * as z from 'zod'

import type { LlmConfig } from '#platform/config.ts'
import { cappedFetch } from '#platform/http/capped-fetch.ts'

import { bodyOf, type Dialect } from './dialect.ts'
import { waitSecondsOf } from './failure.ts'
import { LlmLost, type LlmRequest } from './port.ts'

const count = z.int().min(0)

/** The answer around the model's words; servers leave out different fields. */
const Envelope = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
  usage: z
    .object({ prompt_tokens: count, completion_tokens: count.default(0) })
    .nullish()
    .catch(undefined),
})

type Clock = { now: () => number; wait: (ms: number, signal?: AbortSignal) => Promise<void> }

/** One call in one dialect; throws the SDK's errors. */
export type Call = (request: LlmRequest<unknown>, dialect: Dialect) => Promise<Answer>

/** The SDK never retries: jobs do. A busy server that says how long it is so is waited for, once. */
export function createCall(config: LlmConfig, { now, wait }: Clock): Call {
  const client = clientOf(config)
  const call: Call = async (request, dialect) => {
    const options = { timeout: timeoutOf(request, config), ...(request.signal && { signal: request.signal }) }
    const answer = readAnswer(await client.chat.completions.create(bodyOf(request, dialect, config), options))
    if (!answer) throw new LlmLost('strangeAnswer', { wasSent: true })
    return answer
  }
  return async (request, dialect) => {
    try {
      return await call(request, dialect)
    } catch (error) {
      const ms = (waitSecondsOf(error, now()) ?? Infinity) * 1000
      if (ms > timeoutOf(request, config)) throw error
      await wait(ms, request.signal)
      return call(request, dialect)
    }
  }
}

const timeoutOf = ({ timeoutMs }: LlmRequest<unknown>, config: LlmConfig) =>
  Math.min(timeoutMs ?? Infinity, config.timeoutMs)

/** Nothing is taken from the environment's `OPENAI_*`, which may belong to another program. */
function clientOf({ baseUrl, apiKey, timeoutMs, headers }: LlmConfig): OpenAI {
  return new OpenAI({
    baseURL: baseUrl,
    // Local servers have no key, but the SDK wants one.
    apiKey: apiKey ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: timeoutMs,
    logLevel: 'off',
    fetch: cappedFetch,
    defaultHeaders: headers,
  })
}

export type Answer = {
  content: string
  refusal: string
  finish: string
  /** Tokens as the server counted them, if it did. */
  counted: { promptTokens: number; completionTokens: number } | undefined
}

/** Reads an answer; undefined if it is not one of a chat. */
function readAnswer(body: unknown): Answer | undefined {
  const read = Envelope.safeParse(body).data
  const choice = read?.choices[0]
  if (!read || !choice) return undefined
  const { content, refusal } = choice.message
  const { usage } = read
  return {
    content: content ?? '',
    refusal: refusal ?? '',
    finish: choice.finish_reason ?? 'stop',
    // Some servers send zeros where they do not count.
    counted: usage?.prompt_tokens
      ? { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens }
      : undefined,
  }
}
