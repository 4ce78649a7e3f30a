import type { Statement } from '@doslovno/contract/summaries.ts'
import { isWholeSentence } from '@doslovno/domain/language/clause.ts'
import { contentWords } from '@doslovno/domain/language/content-words.ts'
import { isTaskSection } from '@doslovno/domain/summary/statement.ts'
import type { LlmConfig } from '@doslovno/server/platform/config.ts'
import { russian } from '@doslovno/server/platform/language.ts'
import { addRead, freshLlm, spentOn, workAll } from '@doslovno/server/test/reading.ts'
import { make, read } from '@doslovno/server/test/summaries.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'

export type Shown = {
  /** The file's summaries, «complete» or «error». */
  statuses: string[]
  calls: string[]
  confirmed: string[]
  unsure: string[]
  dropped: string[]
  /** Confirmed ones that a reader would not take for a sentence about the recording. */
  bad: string[]
}

/** Makes a summary and theses of a text by a model, and sorts what the page shows. */
export async function summarise(
  { test, owner }: { test: TestApp; owner: Caller },
  config: LlmConfig,
  sentences: readonly string[],
): Promise<Shown> {
  freshLlm(test, config)
  const id = await addRead(test, owner, sentences)
  await workAll(test, { parallel: 1 })
  await make(owner, id, 'theses')
  await workAll(test, { parallel: 1 })
  const [summary, theses] = [await read(owner, id, 'summary'), await read(owner, id, 'theses')]
  const { rows } = await spentOn(test, id)
  const all = [...summary.statements, ...theses.statements]
  const textsOf = (check: Statement['check']) => all.filter((one) => one.check === check).map(({ text }) => text)
  return {
    statuses: [summary.status, theses.status],
    calls: rows.map(({ purpose, outcome }) => `${purpose} ${outcome}`),
    confirmed: textsOf('confirmed'),
    unsure: textsOf('unsure'),
    dropped: textsOf('dropped'),
    bad: all.filter((one) => one.check === 'confirmed' && isBad(one, sentences)).map(({ text }) => text),
  }
}

const FEWEST_WORDS = 2

/**
 * The rule of the proof: a confirmed statement is bad if it is no sentence, has fewer than two words that carry meaning,
 * or a word that is not in the list of Russian words and was said less than twice.
 */
function isBad({ text, section }: Statement, sentences: readonly string[]): boolean {
  const words = text.match(/[\p{L}-]+/gu) ?? []
  const times = (word: string) => {
    const stem = russian.stem(word.toLowerCase())
    return sentences.filter((said) => (said.match(/[\p{L}-]+/gu) ?? []).some((one) => russian.stem(one.toLowerCase()) === stem)).length // prettier-ignore
  }
  const isStrange = (word: string) => /^\p{Ll}/u.test(word) && !russian.isKnown(word) && times(word) < 2
  return (
    !isWholeSentence(text, russian, { isTask: isTaskSection(section) }) ||
    contentWords(text, russian).length < FEWEST_WORDS ||
    words.some(isStrange)
  )
}
