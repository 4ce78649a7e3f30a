import { isAlike } from './alike.ts'
import { type Case, tellingWords } from './case.ts'
import type { Heard } from './read.ts'
import { isSameNumber, mannerOf } from './same-number.ts'

/**
 * The fewest sentences near that carry the matched words and numbers, so that a click lands on the words even when the
 * citation was off by one. The cited sentences if nothing matched.
 */
export function anchorsOf(matter: Case): number[] {
  const { core, near } = matter
  const carried = new Map(near.indexes.map((index, n) => [index, matchesOf(near.sentences[n], matter)]))
  const order = [...core.indexes, ...near.indexes.filter((index) => !core.indexes.includes(index))]
  const left = new Set([...carried.values()].flat())
  const anchors: number[] = []
  while (left.size > 0) {
    const gain = (index: number) => carried.get(index)?.filter((match) => left.has(match)).length ?? 0
    const best = order.reduce((a, b) => (gain(b) > gain(a) ? b : a))
    for (const match of carried.get(best) ?? []) left.delete(match)
    anchors.push(best)
  }
  return anchors.length > 0 ? anchors.toSorted((a, b) => a - b) : [...core.indexes]
}

/** Words and numbers of the statement that a sentence holds. */
function matchesOf(sentence: Heard | undefined, matter: Case): object[] {
  if (!sentence) return []
  const { grammar } = matter.language
  const manner = mannerOf(matter)
  const words = tellingWords(matter).filter(({ stem }) =>
    sentence.words.some((word) => isAlike(word.stem, stem, grammar)),
  )
  const numbers = matter.claim.numbers.filter((number) =>
    sentence.numbers.some((said) => isSameNumber(number, said, manner)),
  )
  return [...words, ...numbers]
}
