import type { LlmConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

import type { Call } from './client.ts'
import { type Dialect, nextDialect, textsOf } from './dialect.ts'
import type { Answer } from './envelope.ts'
import { isMisconfigured, lostOf, refusalOf } from './failure.ts'
import type { LlmRequest } from './port.ts'
import type { Texts } from './tokens.ts'

/** An answer, the texts that were sent for it, and the dialect that the server took. */
export type Heard = { answer: Answer; texts: Texts; spoken: Dialect }

/** The server says that the prompt does not fit. */
export class PromptTooLong extends Error {
  override name = 'PromptTooLong'
}

export type Hear = (request: LlmRequest<unknown>, dialect: Dialect) => Promise<Heard>

/** Asks in other dialects as long as the server refuses the one tried; refusals cost nothing. */
export function createHear({ config, log, call }: { config: LlmConfig; log: Log; call: Call }): Hear {
  const hear: Hear = async (request, dialect) => {
    try {
      return { answer: await call(request, dialect), texts: textsOf(request, dialect), spoken: dialect }
    } catch (error) {
      request.signal?.throwIfAborted()
      const refusal = refusalOf(error)
      if (refusal?.isTooLong) throw new PromptTooLong()
      const next = refusal && nextDialect(dialect, refusal)
      if (next) return hear(request, next)
      if (isMisconfigured(error)) log.error({ model: config.model }, 'the language model refuses the key or the name')
      throw lostOf(error)
    }
  }
  return hear
}
