import { isAlike } from '#evidence/alike.ts'
import { type Case, type Finding, unsure } from '#evidence/case.ts'
import type { ReadText } from '#evidence/read.ts'
import { isSameNumber, type Manner, mannerOf } from '#evidence/same-number.ts'
import type { ContentWord } from '#language/content-words.ts'
import type { NumberIn } from '#language/numbers.ts'
import { isSign } from '#language/tokens.ts'

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
