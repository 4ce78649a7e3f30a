import * as z from 'zod'

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

export type Answer = {
  content: string
  refusal: string
  finish: string
  /** Tokens as the server counted them, if it did. */
  counted: { promptTokens: number; completionTokens: number } | undefined
}

/** Reads an answer; undefined if it is not one of a chat. */
export function readAnswer(body: unknown): Answer | undefined {
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
