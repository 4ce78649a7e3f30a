import { type Case, type Finding, unsure } from '#evidence/case.ts'
import { isAddress, isPerson, isSameName } from '#evidence/names.ts'
import { hasCapital, type Heard } from '#evidence/read.ts'
import { isSameNumber, mannerOf } from '#evidence/same-number.ts'
import type { ContentWord } from '#language/content-words.ts'
import type { NumberIn } from '#language/numbers.ts'

/** Rule 8. Everybody who is said to have said it spoke a cited sentence, and a number belongs to its own person. */
export function checkSpeakers(matter: Case): Finding[] {
  const speakers = new Set(matter.core.sentences.map(({ speaker }) => speaker))
  const isForeign = matter.claim.who.some((speaker) => !speakers.has(speaker))
  return [...(isForeign ? [unsure('speaker', [])] : []), ...checkOwners(matter)]
}

/** A number was said with the person it stands beside, and not with somebody else. */
function checkOwners(matter: Case): Finding[] {
  const { claim, near, evidence, language } = matter
  const people = claim.names.filter((name) => isPerson(name, evidence, language))
  const manner = mannerOf(matter)
  return claim.numbers.flatMap((number) => {
    const owner = ownerOf(number, people)
    const said = near.sentences.filter(({ numbers }) => numbers.some((one) => isSameNumber(number, one, manner)))
    return owner && isSaidOfOthers(owner, said, matter) ? [unsure('speaker', [owner.raw])] : []
  })
}

/** Every sentence speaks of another person, and none of the owner. */
function isSaidOfOthers(owner: ContentWord, sentences: readonly Heard[], { evidence, language }: Case): boolean {
  const people = (sentence: Heard) =>
    sentence.words.filter(
      (word) => hasCapital(word.raw) && isPerson(word, evidence, language) && !isAddress(word, sentence),
    )
  const isOwner = ({ stem }: ContentWord) => isSameName(stem, owner.stem, language)
  if (sentences.length === 0 || sentences.some(({ words }) => words.some(isOwner))) return false
  return sentences.every((sentence) => people(sentence).length > 0)
}

/** Names mostly stand before their numbers, so one after it is further away. */
const AFTER = 1.5

function ownerOf({ from, to }: NumberIn, people: readonly ContentWord[]): ContentWord | undefined {
  const distance = ({ index }: ContentWord) => (index <= from ? from - index : (index - to) * AFTER)
  return people.toSorted((a, b) => distance(a) - distance(b))[0]
}
