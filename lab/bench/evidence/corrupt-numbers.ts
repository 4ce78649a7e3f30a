import type { Corrupt } from './corruption.ts'
import { numbersSaid } from './said-numbers.ts'
import { replaceAt, wordsNear, wordsOf, type Word } from './text.ts'
import { words } from './words.ts'

const NEAR = 3

/** One more, one fewer, ten times as many, digits turned round; or another number word of the same form. */
export const corruptNumber: Corrupt = ({ truth, talk, random }) => {
  const said = numbersSaid(wordsNear(talk.sentences, truth.cites, NEAR))
  const all = wordsOf(truth.text)
  const places = all.flatMap((word, index) => {
    const others = otherNumbers(truth.text, all, index).filter((other) => !isSaid(other, said))
    return others.length > 0 ? [{ word, others }] : []
  })
  const place = random.pick(places)
  const other = place && random.pick(place.others)
  return place && other ? [{ ...truth, text: replaceAt(truth.text, place.word, other) }] : []
}

const isSaid = (number: string, said: ReadonlySet<number>) =>
  [...numbersSaid([number])].every((value) => said.has(value))

function otherNumbers(text: string, all: readonly Word[], index: number): string[] {
  const [before, here, after] = [all[index - 1], all[index], all[index + 1]]
  if (!here || isDate(here, after) || words.fractions.includes(after?.word ?? '')) return []
  if (!/^\d+$/.test(here.word)) return otherNumberWords(here.word)
  if (isPartOfNumber(text, here)) return [String(Number(here.word) + 1)]
  const isRough = words.approximate.includes(before?.word.toLowerCase() ?? '')
  return isRough ? [String(Number(here.word) * 10)] : otherDigits(Number(here.word))
}

// A time of day or a decimal fraction.
const isPartOfNumber = (text: string, { at, word }: Word) =>
  /\d[:,]$/.test(text.slice(0, at)) || /^[:,]\d/.test(text.slice(at + word.length))

function otherDigits(value: number): string[] {
  const reversed = Number(Array.from(String(value)).toReversed().join(''))
  const others = [value + 1, value * 10, value - 1, String(reversed).length === String(value).length ? reversed : value]
  return others.filter((other) => other > 0 && other !== value).map(String)
}

const otherNumberWords = (word: string) =>
  (words.numberGroups.find((group) => group.includes(word)) ?? []).filter((other) => other !== word)

/** A day before a month or a year; `corruptDate` changes those. */
export function isDate(here: Word, after: Word | undefined): boolean {
  if (!/^\d+$/.test(here.word)) return false
  const next = after?.word ?? ''
  return next.startsWith(words.yearWord) || (words.dateGroups[1] ?? []).includes(next)
}
