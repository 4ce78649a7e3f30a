import { json, type Reply } from '#http.ts'

import { tokensOf, type Written } from './writing.ts'

export const MODEL = 'simulator'

/** An answer as the protocol wants it; without a count of tokens where the server keeps none. */
export function completion({ content, refusal = null, finish }: Written, promptTokens: number | undefined): Reply {
  return json(200, {
    id: 'chatcmpl-simulated',
    object: 'chat.completion',
    created: 0,
    model: MODEL,
    choices: [{ index: 0, message: { role: 'assistant', content, refusal }, finish_reason: finish }],
    ...(promptTokens !== undefined && { usage: usageOf(promptTokens, tokensOf(content ?? '')) }),
  })
}

const usageOf = (prompt_tokens: number, completion_tokens: number) => ({
  prompt_tokens,
  completion_tokens,
  total_tokens: prompt_tokens + completion_tokens,
})
