import { isAlike } from '#evidence/alike.ts'
import { type Case, type Finding, unsure } from '#evidence/case.ts'
import type { Heard } from '#evidence/prepare.ts'
import type { ContentWord } from '#language/content-words.ts'
import type { Grammar } from '#language/tables.ts'
import { plainForm } from '#transcript/plain-words.ts'

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

type Side = (word: ContentWord) => boolean
type Pair = { own: Side; contrary: Side }

/** The pairs of opposites that a word belongs to: by the tables, or by a negating beginning. */
function pairsOf(word: ContentWord, { language }: Case): Pair[] {
  const { opposites, negation, grammar } = language
  const matching =
    (pattern: RegExp): Side =>
    (said) =>
      pattern.test(said.stem) || pattern.test(plainForm(said.raw))
  const listed = opposites
    .flatMap(([a, b]) => [
      { own: matching(a), contrary: matching(b) },
      { own: matching(b), contrary: matching(a) },
    ])
    .filter(({ own }) => own(word))
  const alikeTo =
    (stem: string): Side =>
    (said) =>
      isAlike(said.stem, stem, grammar)
  const own = alikeTo(word.stem)
  const prefixed = negation.prefixes.flatMap((prefix): Pair[] => {
    const bare = word.stem.startsWith(prefix) ? word.stem.slice(prefix.length) : ''
    const longer: Pair = { own, contrary: ({ stem }) => stem === prefix + word.stem }
    return bare.length < SHORTEST_BARE ? [longer] : [longer, { own, contrary: alikeTo(bare) }]
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
          .filter((said) => side(said) && said.polarity !== -1)
          .map(({ clause }) =>
            shared(
              around,
              words.filter((one) => one.clause === clause),
              language.grammar,
            ),
          ),
      ),
      NEVER,
    )
  const forContrary = agreement(core.sentences, contrary)
  const forOwn = agreement(near.sentences, own)
  if (forContrary === NEVER) return false
  if (forOwn === NEVER) return !claim.words.some(contrary)
  return forContrary > forOwn
}

const NEVER = -1

function shared(a: readonly ContentWord[], b: readonly ContentWord[], grammar: Grammar): number {
  return a.filter(({ stem }) => b.some((word) => isAlike(word.stem, stem, grammar))).length
}
