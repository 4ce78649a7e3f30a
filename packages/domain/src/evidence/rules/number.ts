import { editDistance, isAlike } from '#evidence/alike.ts'
import { type Case, contradicted, type Finding, type Passage, unsure } from '#evidence/case.ts'
import type { ReadText } from '#evidence/read.ts'
import { isEqual, isSameNumber, type Manner, mannerOf } from '#evidence/same-number.ts'
import type { ContentWord } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'
import type { NumberIn } from '#language/numbers.ts'
import { isSign } from '#language/tokens.ts'

/** Rule 2. Every value must have been said near: numbers are what summaries are believed for. */
export function checkNumbers(matter: Case): Finding[] {
  return [
    ...matter.claim.numbers.filter((number) => !isCounted(number, matter)).map((number) => missing(number, matter)),
    ...checkOrder(matter),
  ]
}

function isCounted(number: NumberIn, matter: Case): boolean {
  const { near, language } = matter
  if (number.value === 1 && !number.isOrdinal && number.multiplier === null) return true
  if (language.calendar.isMonth(number.nextWord)) return near.numbers.some((said) => isSameDay(number, said, language))
  const manner = mannerOf(matter)
  const same = near.numbers.filter((said) => isSameNumber(number, said, manner))
  return same.length > 0 ? !isOfAnotherThing(number, same, matter) : isSpokenDecimal(number, near)
}

const LONGEST_JOINT = 2

/** «Three and eight» or «three point eight» is 3.8: two numbers with a word or a sign between them. */
function isSpokenDecimal({ value }: NumberIn, { sentences }: Passage): boolean {
  const [whole, part] = String(value).split('.')
  return sentences.some(({ numbers }) =>
    numbers.some((said, n) => {
      const next = numbers[n + 1]
      return next && next.from - said.to <= LONGEST_JOINT && said.value === Number(whole) && next.value === Number(part)
    }),
  )
}

/** The value was said of other things only, and its own thing is counted otherwise in the core. */
function isOfAnotherThing(number: NumberIn, same: readonly NumberIn[], matter: Case): boolean {
  const { claim, core, language } = matter
  const isThing = (said: NumberIn) => isSameThing(number, said, language)
  if (same.some((said) => isThing(said) || !countsThing(said, language))) return false
  const isClaimed = (said: NumberIn) =>
    claim.numbers.some((other) => isEqual(other.value, said.value) && isSameThing(other, said, language))
  return core.numbers.some((said) => isThing(said) && !isClaimed(said))
}

/** Whether a number is followed by what it counts. */
function countsThing({ nextWord }: NumberIn, { stopWords, grammar }: Language): boolean {
  return grammar.counted.has(nextWord) || (/^\p{L}{3,}$/u.test(nextWord) && !stopWords.has(nextWord))
}

/** A day is said with its month, or as an ordinal without one. */
function isSameDay(claimed: NumberIn, said: NumberIn, { calendar }: Language): boolean {
  if (claimed.value !== said.value) return false
  if (!calendar.isMonth(said.nextWord)) return said.isOrdinal
  return calendar.dayOf(claimed.nextWord) === calendar.dayOf(said.nextWord)
}

/** A missing number is contradicted if the same thing is counted otherwise near, and no numeral there is misheard. */
function missing(number: NumberIn, { claim, near, language }: Case): Finding {
  const words = [
    claim.tokens
      .slice(number.from, number.to + 1)
      .map(({ raw }) => raw)
      .join(' '),
  ]
  const others = near.numbers.filter(
    (said) =>
      isSameThing(number, said, language) &&
      !claim.numbers.some((other) => other !== number && isEqual(other.value, said.value)),
  )
  return others.length > 0 && !hasMisheardNumeral(near, language)
    ? contradicted('number', words)
    : unsure('number', words)
}

function isSameThing(a: NumberIn, b: NumberIn, language: Language): boolean {
  if (a.isPercent && b.isPercent) return true
  return countsThing(a, language) && countsThing(b, language) && isAlike(a.next, b.next, language.grammar)
}

const LETTERS_OF_A_NUMERAL = 4

function hasMisheardNumeral({ sentences }: Passage, { numeralOf, numerals }: Language): boolean {
  const words = sentences.flatMap(({ tokens }) => tokens.map(({ word }) => word))
  const long = words.filter((word) => word.length >= LETTERS_OF_A_NUMERAL && /^\p{L}+$/u.test(word) && !numeralOf(word))
  return long.some((word) => numerals.some((numeral) => editDistance(word, numeral, 1) <= 1))
}

/** «From 800 to 620» is not «from 620 to 800». */
function checkOrder(matter: Case): Finding[] {
  const { claim, core, language } = matter
  const [first, second] = claim.numbers
  if (!first || !second || !language.grammar.range.test(claim.plain)) return []
  const manner = { ...mannerOf(matter), isRough: false }
  const place = (number: NumberIn, said: readonly NumberIn[]) =>
    said.findIndex((one) => isSameNumber(number, one, manner))
  const isTurned = core.sentences.some(
    ({ numbers }) => place(second, numbers) >= 0 && place(first, numbers) > place(second, numbers),
  )
  return isTurned ? [unsure('number', [])] : []
}

const FEWEST_SHARED = 2

/** Rule 2, of several numbers: each stands in its own clause. «Here 600, there 900» is not «here 900, there 600». */
export function checkNumberPlaces(matter: Case): Finding[] {
  const { claim } = matter
  const manner = mannerOf(matter)
  const moved = claim.numbers.filter((number) =>
    claim.numbers.some((other) => !isSameNumber(number, other, manner) && isMoved(number, other, matter, manner)),
  )
  return moved.length > 0 ? [unsure('number', [])] : []
}

/** The clause of a number was said with the other number rather than with its own. */
function isMoved(number: NumberIn, other: NumberIn, matter: Case, manner: Manner): boolean {
  const around = clauseOf(number, matter.claim)
  if (around[0]?.clause === clauseOf(other, matter.claim)[0]?.clause) return false
  const agreement = (value: NumberIn) =>
    Math.max(
      0,
      ...matter.core.sentences.flatMap((sentence) =>
        sentence.numbers
          .filter((said) => isSameNumber(value, said, manner))
          .map((said) => shared(around, clauseOf(said, sentence), matter)),
      ),
    )
  const withOther = agreement(other)
  return withOther >= FEWEST_SHARED && withOther > agreement(number)
}

function shared(a: readonly ContentWord[], b: readonly ContentWord[], { language }: Case): number {
  return a.filter(({ stem }) => b.some((word) => isAlike(word.stem, stem, language.grammar))).length
}

/** The words of the clause that a number stands in. */
function clauseOf({ from, to }: NumberIn, { words, tokens }: ReadText): ContentWord[] {
  const isBeside = ({ index }: ContentWord) =>
    !tokens.slice(Math.min(index, from), Math.max(index, to) + 1).some((token) => isSign(token))
  const distance = ({ index }: ContentWord) => Math.abs(index - from)
  const [nearest] = words.filter(isBeside).toSorted((a, b) => distance(a) - distance(b))
  return nearest ? words.filter(({ clause }) => clause === nearest.clause) : []
}
