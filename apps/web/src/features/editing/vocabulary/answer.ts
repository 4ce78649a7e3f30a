import { answerTerms, type TermAnswer } from '@doslovno/contract/script-vocabulary.ts'

import { call } from '#lib/api/current.ts'

const MOST_ANSWERS = 1000

/** Tells the vocabulary what became of its terms. The text is right without it, so a failure is not reported. */
export async function answer(scriptId: string, answers: readonly TermAnswer[]): Promise<boolean> {
  if (answers.length === 0) return true
  const body = { answers: answers.slice(0, MOST_ANSWERS) }
  return call(answerTerms, { params: { id: scriptId }, body }).then(
    () => true,
    () => false,
  )
}
