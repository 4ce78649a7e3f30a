import { type Case, type Finding, unsure } from '#evidence/case.ts'
import { isPerson, isSameName, namesOf } from '#evidence/names.ts'
import type { Heard } from '#evidence/prepare.ts'
import type { ContentWord } from '#language/content-words.ts'
import type { NumberIn } from '#language/numbers.ts'

import { isSameNumber, mannerOf } from './number.ts'

/** Rule 8. Everybody who is said to have said it spoke a cited sentence, and a number belongs to its own person. */
export function checkSpeakers(matter: Case): Finding[] {
  const speakers = new Set(matter.core.sentences.map(({ speaker }) => speaker))
  const isForeign = matter.claim.who.some((speaker) => !speakers.has(speaker))
  return [...(isForeign ? [unsure('speaker', [])] : []), ...checkOwners(matter)]
}

/** Of two people in a statement, each number was said with the nearest one, not with the other. */
function checkOwners(matter: Case): Finding[] {
  const { claim, near, evidence, language } = matter
  const people = namesOf(claim.words, evidence, language).filter(({ raw }) => isPerson(raw, evidence, language))
  if (people.length < 2) return []
  const manner = mannerOf(matter)
  const isNamed = ({ raw }: ContentWord, { words }: Heard) => words.some((word) => isSameName(word.raw, raw, language))
  return claim.numbers.flatMap((number) => {
    const said = near.sentences.filter(({ numbers }) => numbers.some((one) => isSameNumber(number, one, manner)))
    const owner = ownerOf(number, people)
    if (!owner || said.some((sentence) => isNamed(owner, sentence))) return []
    const others = people.filter(({ raw }) => !isSameName(raw, owner.raw, language))
    return said.some((sentence) => others.some((name) => isNamed(name, sentence)))
      ? [unsure('speaker', [owner.raw])]
      : []
  })
}

/** Names mostly stand before their numbers, so one after it is further away. */
const AFTER = 1.5

function ownerOf({ from, to }: NumberIn, people: readonly ContentWord[]): ContentWord | undefined {
  const distance = ({ index }: ContentWord) => (index <= from ? from - index : (index - to) * AFTER)
  return people.toSorted((a, b) => distance(a) - distance(b))[0]
}
