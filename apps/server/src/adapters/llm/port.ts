import type * as z from 'zod'

export type LlmPurpose = 'probe' | 'read' | 'about' | 'summary' | 'theses' | 'reword' | 'titles' | 'answer'

/** One question to a language model whose answer is one JSON object. */
export type LlmRequest<T> = {
  purpose: LlmPurpose
  system: string
  prompt: string
  /** JSON Schema of the subset that all servers share; `reply` checks lengths and ranges too. */
  schema: { name: string; schema: object }
  reply: z.ZodType<T>
  maxTokens: number
  signal?: AbortSignal
  /** Shorter than the configured timeout, for a caller who is waiting. */
  timeoutMs?: number
}

export type LlmUsage = { promptTokens: number; completionTokens: number; isEstimated: boolean }

export type LlmReply<T> = { value: T; usage: LlmUsage }

/** A language model behind an OpenAI-compatible server. */
export type Llm = {
  model: string
  /** Size of its context window in tokens. */
  window(): Promise<number>
  /** Estimated tokens of a text. */
  estimateTokens(text: string): number
  /** One call, never retried. Throws `LlmLost` if no answer came and `LlmBadAnswer` if it cannot be used. */
  ask<T>(request: LlmRequest<T>): Promise<LlmReply<T>>
  /** Whether calls are paused because the server did not answer. */
  isPaused(): boolean
}

/** No answer: network, timeout, overload, wrong key, or a pause of the breaker. Worth another try later. */
export class LlmLost extends Error {
  readonly reason: string
  /** Whether the request reached the server, which may have charged for it. */
  readonly wasSent: boolean
  constructor(reason: string, { wasSent, cause }: { wasSent: boolean; cause?: unknown }) {
    super(`the language model did not answer: ${reason}`, { cause })
    this.reason = reason
    this.wasSent = wasSent
  }
}

export type BadAnswer = 'noJson' | 'wrongShape' | 'refused' | 'filtered' | 'cutOff' | 'empty' | 'promptCut'

/** An answer that cannot be used; it was charged. */
export class LlmBadAnswer extends Error {
  readonly reason: BadAnswer
  readonly usage: LlmUsage
  constructor(reason: BadAnswer, usage: LlmUsage) {
    super(`the language model gave no usable answer: ${reason}`)
    this.reason = reason
    this.usage = usage
  }
}
