import { isDate } from './corrupt-numbers.ts'
import type { Corrupt } from './corruption.ts'
import { numbersSaid } from './said-numbers.ts'
import { replaceAt, wordsNear, wordsOf, type Word } from './text.ts'
import { words } from './words.ts'

const NEAR = 2
const STEM_LETTERS = 4
const DAYS = 28
const MOST_PER_STATEMENT = 2

/** Another weekday, month, season, day of the month or year; at most two places of a statement, one at a time. */
export const corruptDate: Corrupt = ({ truth, talk, random }) => {
  const near = wordsNear(talk.sentences, truth.cites, NEAR)
  const all = wordsOf(truth.text)
  const changed = all.flatMap((word, index) => {
    const other = random.pick(otherDates(word, all[index - 1], all[index + 1]).filter((date) => !isSaid(date, near)))
    return other ? [{ ...truth, text: replaceAt(truth.text, word, other) }] : []
  })
  return changed.slice(0, MOST_PER_STATEMENT)
}

function otherDates(here: Word, before: Word | undefined, after: Word | undefined): string[] {
  const [, digits = '', ending = ''] = /^(\d+)(-\p{L}+)?$/u.exec(here.word) ?? []
  if (!digits)
    return (words.dateGroups.find((group) => group.includes(here.word)) ?? []).filter((it) => it !== here.word)
  if (!ending && !isDate(here, after)) return []
  const value = Number(digits)
  const others = value > 31 ? otherYears(value) : otherDays(value)
  // «Not before a date» includes every earlier date.
  const isLimit = words.range.includes(before?.word.toLowerCase() ?? '')
  return others.filter((other) => !isLimit || other > value).map((other) => `${other}${ending}`)
}

const otherDays = (day: number) => [day + 1, day - 1, day + 7, day - 7].filter((other) => other > 0 && other <= DAYS)
const otherYears = (year: number) => [year + 1, year - 1, year + 10, year - 10]

// A talk says the last two digits of a year as often as all four.
function isSaid(date: string, near: readonly string[]): boolean {
  const value = Number.parseInt(date, 10)
  if (Number.isNaN(value)) return near.some((word) => word.startsWith(date.slice(0, STEM_LETTERS)))
  const said = numbersSaid(near)
  return said.has(value) || (value > 31 && said.has(value % 100))
}
