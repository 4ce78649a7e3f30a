import { json, type Reply } from '#http.ts'

import type { Mode } from './modes.ts'

/** The model's text, and why it stopped. */
export type Written = { content: string | null; refusal?: string | null; finish: 'stop' | 'length' | 'content_filter' }

const done = (content: string | null): Written => ({ content, finish: 'stop' })

const ways: Record<Exclude<Mode<'answer'>, 'english'>, (text: string) => Written> = {
  badJson: (text) => done(text.replaceAll('"', "'").replace(/\}$/, '')),
  fenced: (text) => done(`\`\`\`json\n${text}\n\`\`\``),
  prose: (text) => done(`Of course! Here is the answer you asked for:\n\n${text}\n\nLet me know if you need more.`),
  thinking: (text) => done(`<think>\nThe schema wants {"x": 1}, so {maybe}…\n</think>\n\n${text}`),
  cutOff: (text) => ({ content: text.slice(0, text.length / 2), finish: 'length' }),
  refusal: () => ({ content: null, refusal: 'I cannot help with that.', finish: 'stop' }),
  filtered: () => ({ content: '', finish: 'content_filter' }),
  empty: () => done(''),
  otherKeys: (text) => done(text.replaceAll('"text":', '"statement":').replace(/^\{"\w+":/, '{"result":')),
}

/** Writes an answer down in one of the ways models do. */
export function write(value: object, mode: Mode<'answer'> | undefined, maxTokens: number): Written {
  const text = JSON.stringify(value)
  const written = mode === undefined || mode === 'english' ? done(text) : ways[mode](text)
  const most = maxTokens * CHARACTERS_PER_TOKEN
  return (written.content?.length ?? 0) > most
    ? { content: written.content?.slice(0, most) ?? '', finish: 'length' }
    : written
}

const CHARACTERS_PER_TOKEN = 3

export const tokensOf = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN)

/** The end of a text that still fits. */
export const lastTokens = (text: string, tokens: number): string => text.slice(-tokens * CHARACTERS_PER_TOKEN)

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
