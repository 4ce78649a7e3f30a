import type { LlmConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

import type { Call } from './client.ts'
import { type Dialect, firstDialect, nextDialect, nextRung, textsOf } from './dialect.ts'
import type { Answer } from './envelope.ts'
import { isMisconfigured, lostOf, refusalOf } from './failure.ts'
import { createHourly } from './hourly.ts'
import { readValue } from './json.ts'
import { LlmBadAnswer, type LlmReply, type LlmRequest } from './port.ts'
import { probeRequest } from './probe.ts'
import { waitFor } from './shared-wait.ts'
import { estimate, isCut, measure, type Texts, usageOf } from './tokens.ts'
import type { Window } from './window.ts'

type Options = { config: LlmConfig; log: Log; now: () => number; window: Window; call: Call }

export type Conversation = {
  ask<T>(request: LlmRequest<T>): Promise<LlmReply<T>>
  estimate(text: string): number
}

type Heard = { answer: Answer; texts: Texts; spoken: Dialect }

/** Talks to the server in its own dialect, which it finds out by a probe at first use and then every hour. */
export function createConversation({ config, log, now, window, call }: Options): Conversation {
  const dialect = createHourly<Dialect>(now)
  const charactersPerToken = createHourly<number>(now)
  let probing: Promise<void> | undefined

  /** Asks in other dialects as long as the server refuses the one tried; refusals cost nothing. */
  const hear = async (request: LlmRequest<unknown>, tried: Dialect): Promise<Heard> => {
    try {
      return { answer: await call(request, tried), texts: textsOf(request, tried), spoken: tried }
    } catch (error) {
      request.signal?.throwIfAborted()
      const refusal = refusalOf(error)
      if (refusal?.isTooLong) throw tooLong(request)
      const next = refusal && nextDialect(tried, refusal, config.json)
      if (next) return hear(request, next)
      if (isMisconfigured(error)) log.error({ model: config.model }, 'the language model refuses the key or the name')
      throw lostOf(error)
    }
  }

  const tooLong = (request: LlmRequest<unknown>) => {
    const promptTokens = estimate(request.system + request.prompt, charactersPerToken.get())
    window.lower(Math.floor((promptTokens + request.maxTokens) * 0.8))
    return new LlmBadAnswer('promptCut', { promptTokens: 0, completionTokens: 0, isEstimated: false })
  }

  /** Learns how the server counts and answers. A useless answer is one too. */
  const probe = async (first: Dialect): Promise<void> => {
    const { answer, texts, spoken } = await hear(probeRequest, first)
    dialect.set(spoken)
    charactersPerToken.set(measure(texts, answer))
    const read = readValue(answer, probeRequest.reply)
    const isDeaf = 'problem' in read && (read.problem === 'noJson' || read.problem === 'wrongShape')
    const next = isDeaf ? nextRung(spoken, config.json) : undefined
    if (next) await probe(next)
  }

  const learn = async (request: LlmRequest<unknown>): Promise<void> => {
    if (charactersPerToken.get() !== undefined) return
    probing ??= probe(firstDialect(config.json)).finally(() => (probing = undefined))
    await waitFor(probing, request)
  }

  return {
    estimate: (text) => estimate(text, charactersPerToken.get()),
    ask: async (request) => {
      await learn(request)
      const { answer, texts, spoken } = await hear(request, dialect.get() ?? firstDialect(config.json))
      dialect.change(spoken)
      const ratio = charactersPerToken.get()
      const usage = usageOf(texts, answer, ratio)
      if (ratio !== undefined && isCut(texts, answer, ratio)) {
        window.lower(usage.promptTokens)
        throw new LlmBadAnswer('promptCut', usage)
      }
      const read = readValue(answer, request.reply)
      if ('problem' in read) throw new LlmBadAnswer(read.problem, usage)
      return { value: read.value, usage }
    },
  }
}
