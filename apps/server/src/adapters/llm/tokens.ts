import type { Answer } from './envelope.ts'
import type { LlmUsage } from './port.ts'

/** The most tokens that Russian takes with any tokenizer we know; used until the server has counted. */
const CAUTIOUS = 2
/** Latin letters take fewer tokens than Russian ones, at the very least this few. */
const LATIN = 6
const CUT = 0.85

export type Texts = { system: string; prompt: string }

/** Characters per token of a text that the server counted. */
export function measure({ system, prompt }: Texts, { counted }: Pick<Answer, 'counted'>): number {
  if (!counted) return CAUTIOUS
  return Math.min(LATIN, Math.max(1, (system.length + prompt.length) / counted.promptTokens))
}

export const estimate = (text: string, charactersPerToken = CAUTIOUS) => Math.ceil(text.length / charactersPerToken)

export function usageOf({ system, prompt }: Texts, answer: Answer, charactersPerToken?: number): LlmUsage {
  if (answer.counted) return { ...answer.counted, isEstimated: false }
  return {
    promptTokens: estimate(system + prompt, charactersPerToken),
    completionTokens: estimate(answer.content, charactersPerToken),
    isEstimated: true,
  }
}

/**
 * Whether the server saw less than it was sent: Ollama drops the beginning of a long prompt and says so only by its
 * count. A recording in another language has fewer tokens than a Russian one, which is no sign of that.
 */
export function isCut({ system, prompt }: Texts, { counted }: Answer, charactersPerToken = LATIN): boolean {
  const text = system + prompt
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  const least = (text.length - latin) / charactersPerToken + latin / LATIN
  return counted !== undefined && counted.promptTokens < CUT * least
}
