import { type Case, type Finding, unsure } from '#evidence/case.ts'

/** Rule 6. The statement says one of two opposites, and the core only the other. */
export function checkOpposites(matter: Case): Finding[] {
  const pairs = matter.language.opposites.flatMap(([a, b]) => [[a, b] as const, [b, a] as const])
  return pairs.flatMap(([claimed, contrary]) => checkPair(claimed, contrary, matter))
}

function checkPair(claimed: string, contrary: string, { claim, core, near }: Case): Finding[] {
  const word = claim.words.find(({ stem, polarity }) => polarity === 1 && stem.startsWith(claimed))
  if (!word || claim.words.some(({ stem }) => stem.startsWith(contrary))) return []
  const isSaid = near.words.some(({ stem }) => stem.startsWith(claimed))
  const isContrary = core.words.some(({ stem }) => stem.startsWith(contrary))
  return !isSaid && isContrary ? [unsure('opposite', [word.raw])] : []
}
