import type { LlmConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

import type { Call } from './client.ts'
import { type Dialect, firstDialect, nextRung } from './dialect.ts'
import { createHear, type Heard, PromptTooLong } from './hear.ts'
import { createHourly } from './hourly.ts'
import { readValue } from './json.ts'
import { LlmBadAnswer, type LlmReply, type LlmRequest } from './port.ts'
import { probeRequest } from './probe.ts'
import { waitFor } from './shared-wait.ts'
import { estimate, isCut, measure, usageOf } from './tokens.ts'
import type { Window } from './window.ts'

type Options = { config: LlmConfig; log: Log; now: () => number; window: Window; call: Call }

export type Conversation = {
  ask<T>(request: LlmRequest<T>): Promise<LlmReply<T>>
  estimate(text: string): number
}

const NOT_CHARGED = { promptTokens: 0, completionTokens: 0, isEstimated: false }
/** A prompt that did not fit shows only that the window is smaller: by a fifth, we guess. */
const SMALLER = 0.8

/** Talks to the server in its own dialect, which it finds out by a probe at first use and then every hour. */
export function createConversation({ config, log, now, window, call }: Options): Conversation {
  const hear = createHear({ config, log, call })
  const dialect = createHourly<Dialect>(now)
  const charactersPerToken = createHourly<number>(now)
  let probing: Promise<void> | undefined

  /** Learns how the server counts and answers; of an answer that is no JSON, that this rung is none. */
  const probe = async (first: Dialect): Promise<void> => {
    const { answer, texts, spoken } = await hear(probeRequest, first)
    dialect.set(spoken)
    charactersPerToken.set(measure(texts, answer))
    const read = readValue(answer, probeRequest.reply)
    const isDeaf = 'problem' in read && (read.problem === 'noJson' || read.problem === 'wrongShape')
    const next = isDeaf ? nextRung(spoken) : undefined
    if (next) await probe(next)
  }

  const learn = async (request: LlmRequest<unknown>): Promise<void> => {
    if (charactersPerToken.get() !== undefined) return
    probing ??= probe(firstDialect).finally(() => (probing = undefined))
    await waitFor(probing, request)
  }

  const hearFitting = async (request: LlmRequest<unknown>): Promise<Heard> => {
    try {
      await learn(request)
      return await hear(request, dialect.get() ?? firstDialect)
    } catch (error) {
      if (!(error instanceof PromptTooLong)) throw error
      const tokens = estimate(request.system + request.prompt, charactersPerToken.get()) + request.maxTokens
      window.lower(Math.floor(tokens * SMALLER))
      throw new LlmBadAnswer('promptCut', NOT_CHARGED)
    }
  }

  return {
    estimate: (text) => estimate(text, charactersPerToken.get()),
    ask: async (request) => {
      const { answer, texts, spoken } = await hearFitting(request)
      dialect.change(spoken)
      const usage = usageOf(texts, answer, charactersPerToken.get())
      if (isCut(texts, answer, charactersPerToken.get())) {
        window.lower(usage.promptTokens)
        throw new LlmBadAnswer('promptCut', usage)
      }
      const read = readValue(answer, request.reply)
      if ('problem' in read) throw new LlmBadAnswer(read.problem, usage)
      return { value: read.value, usage }
    },
  }
}
