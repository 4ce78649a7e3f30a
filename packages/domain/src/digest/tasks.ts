import { contentWords } from '#language/content-words.ts'

import { cutFillers } from './fillers.ts'
import type { DigestLanguage } from './language.ts'
import type { ReadSentence } from './read-sentence.ts'

const FEWEST_WORDS = 2

/** Whether a sentence sounds like a task: an order, a promise, an assignment or an agreement that says about what. */
export function soundsLikeTask(sentence: ReadSentence, language: DigestLanguage): boolean {
  const { text, isQuestion } = sentence
  if (isQuestion || language.task.not.test(text)) return false
  if (!language.task.cue.test(text) && !isAssigned(sentence, language)) return false
  return contentWords(cutFillers(text, language), language).length >= FEWEST_WORDS
}

function isAssigned({ text, words, names }: ReadSentence, { task, names: { given } }: DigestLanguage): boolean {
  if (!task.assignment.test(text)) return false
  return names > 0 || task.deadline.test(text) || words.some(({ stem }) => given.has(stem))
}
