import type * as z from 'zod'

import type { LlmPurpose } from '#context.ts'

import { systemPrompt } from './system.ts'

/** A prompt before its nonce. `data`: what was said; it stands between marks, and rules stand on both sides of it. */
export type Question<T> = {
  purpose: LlmPurpose
  before: string
  data: string
  after: string
  schema: { name: string; schema: object }
  reply: z.ZodType<T>
  maxTokens: number
}

/** The texts of a request. The nonce keeps spoken words from closing the marks. */
export function textsOf(question: Question<unknown>, nonce: string): { system: string; prompt: string } {
  const { before, data, after } = question
  return { system: systemPrompt(nonce), prompt: [before, `⟦${nonce}⟧`, data, `⟦/${nonce}⟧`, after].join('\n') }
}

/** The same question for another try, with what was wrong with the last answer. */
export function askAgain<T>(question: Question<T>, reason: string): Question<T> {
  return { ...question, after: `${question.after}\n${reasons[reason] ?? reasons.wrongShape}` }
}

const reasons: Record<string, string> = {
  noJson: 'Прошлый ответ не был объектом JSON. Верни только один объект JSON, без пояснений.',
  wrongShape: 'В прошлом ответе были не те поля. Верни объект JSON ровно с указанными полями.',
  refused: 'Прошлый ответ был отказом. Нужна только выписка сказанного, без советов и оценок.',
  filtered: 'Прошлый ответ был отклонён. Нужна только выписка сказанного, без советов и оценок.',
  cutOff: 'Прошлый ответ оборвался. Ответь вдвое короче: меньше пунктов, только главное.',
  empty: 'Прошлый ответ был пустым. Верни один объект JSON.',
}
