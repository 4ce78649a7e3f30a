import { isDate } from './corrupt-numbers.ts'
import type { Corrupt } from './corruption.ts'
import { replaceAt, wordsOf, type Word } from './text.ts'
import { words } from './words.ts'

const NEEDED_WITHIN = 2

/** A negation before the verb that the data marks. */
export const addNegation: Corrupt = ({ truth }) => {
  const { text, verbAt } = truth
  return verbAt === undefined
    ? []
    : [{ ...truth, text: `${text.slice(0, verbAt)}${words.negation} ${text.slice(verbAt)}` }]
}

/** The first negation left out. */
export const removeNegation: Corrupt = ({ truth }) => {
  const all = wordsOf(truth.text)
  const negation = all.find(({ word }, index) => word === words.negation && !isNeeded(all.slice(0, index)))
  return negation ? [{ ...truth, text: replaceAt(truth.text, { ...negation, word: `${negation.word} ` }, '') }] : []
}

const isNeeded = (before: readonly Word[]) =>
  before.slice(-NEEDED_WITHIN).some(({ word }) => words.negationNeeded.includes(word))

/** One word becomes its opposite. */
export const turnToOpposite: Corrupt = ({ truth, random }) => {
  const place = random.pick(wordsOf(truth.text).filter(({ word }) => Object.hasOwn(words.opposites, word)))
  return place ? [{ ...truth, text: replaceAt(truth.text, place, words.opposites[place.word] ?? '') }] : []
}

/** Two numbers of a statement change places. */
export const exchangeNumbers: Corrupt = ({ truth }) => {
  const all = wordsOf(truth.text)
  const [first, second, ...others] = all.filter((one, index) => /^\d+$/.test(one.word) && !isDate(one, all[index + 1]))
  if (!first || !second || others.length > 0 || first.word === second.word || /\d[:,]\d/.test(truth.text)) return []
  return [{ ...truth, text: replaceAt(replaceAt(truth.text, second, first.word), first, second.word) }]
}
