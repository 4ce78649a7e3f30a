import { contentWords } from '#language/content-words.ts'

import { cutFillers } from './fillers.ts'
import type { DigestLanguage } from './language.ts'
import type { ReadSentence } from './read-sentence.ts'

const FEWEST_WORDS = 2

/** Whether a sentence sounds like a task: an order, a promise or an agreement that says about what. */
export function soundsLikeTask({ text, isQuestion }: ReadSentence, language: DigestLanguage): boolean {
  if (isQuestion || !language.task.cue.test(text) || language.task.not.test(text)) return false
  return contentWords(cutFillers(text, language), language).length >= FEWEST_WORDS
}
