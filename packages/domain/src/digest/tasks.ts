import type { DigestLanguage } from './language.ts'
import type { ReadSentence } from './read-sentence.ts'

const FEWEST_WORDS = 2

/** Whether a sentence sounds like a task: an order, a promise or an agreement. */
export function soundsLikeTask({ text, words, isQuestion }: ReadSentence, { task }: DigestLanguage): boolean {
  if (isQuestion || words.length < FEWEST_WORDS) return false
  return task.cue.test(text) && !task.not.test(text)
}
