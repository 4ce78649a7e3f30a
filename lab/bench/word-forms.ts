import { russianDeclensions } from '@doslovno/texts/language/declensions.ts'
import { scoreForms, wordForms } from '@doslovno/texts/test/word-forms.ts'

const GOAL = { precision: 0.98, recall: 0.9 }
const NOMINATIVE = [0]
const EVERY_CASE = [0, 1, 2, 3, 4, 5]

/** `pnpm bench word-forms`: precision and recall of the other forms found after one form is corrected. */
export function main(): Promise<void> {
  const others = wordForms.reduce((sum, forms) => sum + forms.others.length, 0)
  console.log(`${wordForms.length} surnames and terms in six cases, ${others} similar words`)
  const isReached = [
    report('corrected in the nominative', NOMINATIVE),
    report('corrected in any of six cases', EVERY_CASE),
  ].every(Boolean)
  process.exitCode = isReached ? 0 : 1
  return Promise.resolve()
}

function report(title: string, cases: readonly number[]): boolean {
  const { faults, found, right, wanted, precision, recall } = scoreForms(wordForms, cases, russianDeclensions)
  console.log(
    `${title}: ${right} of ${wanted} forms found, ${found - right} wrong; ` +
      `precision ${percent(precision)} (goal ≥ ${percent(GOAL.precision)}), recall ${percent(recall)} (goal ≥ ${percent(GOAL.recall)})`,
  )
  if (process.argv.includes('--faults')) for (const fault of faults) console.log(`  ${fault}`)
  return precision >= GOAL.precision && recall >= GOAL.recall
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
