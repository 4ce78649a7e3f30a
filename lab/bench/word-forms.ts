import { russianDeclensions } from '@doslovno/texts/language/declensions.ts'
import { scoreForms, wordForms } from '@doslovno/texts/test/word-forms.ts'

import { words } from '#lab/arguments.ts'
import { sum } from '#lab/figures.ts'
import { markShare } from '#lab/marks.ts'

const GOAL = { precision: 0.98, recall: 0.9 }
const CASES = { 'the nominative': [0], 'any of six cases': [0, 1, 2, 3, 4, 5] }

export function main(): void {
  const others = sum(wordForms.map((forms) => forms.others.length))
  console.log(`${wordForms.length} surnames and terms in six cases, ${others} similar words`)
  for (const [name, cases] of Object.entries(CASES)) {
    const { faults, found, right, wanted, precision, recall } = scoreForms(wordForms, cases, russianDeclensions)
    console.log(`corrected in ${name}: ${right} of ${wanted} forms found, ${found - right} wrong`)
    if (words.includes('--faults')) for (const fault of faults) console.log(`  ${fault}`)
    markShare('precision ≥', precision, GOAL.precision)
    markShare('recall ≥', recall, GOAL.recall)
  }
}
