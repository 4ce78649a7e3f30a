import { isAlike } from '#evidence/alike.ts'
import { type Case, type Finding, unsure } from '#evidence/case.ts'
import type { Heard } from '#evidence/prepare.ts'
import type { ContentWord } from '#language/content-words.ts'

/** Rule 6. The statement says one of two opposites where the recording says the other. */
export function checkOpposites(matter: Case): Finding[] {
  const affirmed = matter.claim.words.filter(({ polarity }) => polarity === 1)
  const wrong = affirmed.filter((word) => pairsOf(word, matter).some((pair) => isOpposite(word, pair, matter)))
  return wrong.length > 0
    ? [
        unsure(
          'opposite',
          wrong.map(({ raw }) => raw),
        ),
      ]
    : []
}

type Side = (stem: string) => boolean
type Pair = { own: Side; contrary: Side }

/** The pairs of opposites that a word belongs to: by the tables, or by a negating beginning. */
function pairsOf({ stem }: ContentWord, { language }: Case): Pair[] {
  const { opposites, negation, grammar } = language
  const listed = opposites
    .flatMap(([a, b]) => [[a, b] as const, [b, a] as const])
    .filter(([own]) => own.test(stem))
    .map(([own, contrary]): Pair => ({ own: (said) => own.test(said), contrary: (said) => contrary.test(said) }))
  const isAlikeTo = (other: string) => (said: string) => isAlike(said, other, grammar.changes)
  const prefixed = negation.prefixes.flatMap((prefix): Pair[] => {
    const bare = stem.startsWith(prefix) ? stem.slice(prefix.length) : ''
    const longer = { own: isAlikeTo(stem), contrary: (said: string) => said === prefix + stem }
    return bare.length < SHORTEST_BARE ? [longer] : [longer, { own: isAlikeTo(stem), contrary: isAlikeTo(bare) }]
  })
  return [...listed, ...prefixed]
}

const SHORTEST_BARE = 4

/** The contrary was said in the core, and more of the clause around the word agrees with it than with the word itself. */
function isOpposite(word: ContentWord, { own, contrary }: Pair, { claim, core, near, language }: Case): boolean {
  const around = claim.words.filter((other) => other.clause === word.clause && other !== word)
  const agreement = (sentences: readonly Heard[], side: Side) =>
    Math.max(
      ...sentences.flatMap(({ words }) =>
        words
          .filter(({ stem, polarity }) => side(stem) && polarity !== -1)
          .map(({ clause }) =>
            shared(
              around,
              words.filter((one) => one.clause === clause),
              language.grammar.changes,
            ),
          ),
      ),
      NEVER,
    )
  const forContrary = agreement(core.sentences, contrary)
  const forOwn = agreement(near.sentences, own)
  if (forContrary === NEVER) return false
  if (forOwn === NEVER) return !claim.words.some(({ stem }) => contrary(stem))
  return forContrary > forOwn
}

const NEVER = -1

function shared(a: readonly ContentWord[], b: readonly ContentWord[], changes: readonly string[]): number {
  return a.filter(({ stem }) => b.some((word) => isAlike(word.stem, stem, changes))).length
}
