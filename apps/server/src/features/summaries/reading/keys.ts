import { createHash, randomInt } from 'node:crypto'

import { type Question, textsOf } from '#features/summaries/prompts/question.ts'

/** Version of prompts and schemas: raise it when a change should make old notes unusable. */
export const RECIPE = 1

/** Questions with equal keys have equal answers, so that one of them need not be asked. */
export function keyOf(model: string, question: Question<unknown>): Buffer {
  const { system, prompt } = textsOf(question, '')
  return createHash('sha256')
    .update(JSON.stringify([model, RECIPE, system, prompt, question.schema]))
    .digest()
}

const NONCE_LETTERS = 8
const FIRST_LETTER = 'a'.charCodeAt(0)

/** Letters that the text does not contain. */
export function nonceFor(text: string): string {
  const nonce = Array.from({ length: NONCE_LETTERS }, () => String.fromCharCode(FIRST_LETTER + randomInt(26))).join('')
  return text.includes(nonce) ? nonceFor(text) : nonce
}
