import { isAlike } from '#evidence/alike.ts'
import { type Case, type Finding, isSaidIn, unsure } from '#evidence/case.ts'
import type { Heard } from '#evidence/read.ts'
import type { ContentWord } from '#language/content-words.ts'
import type { Grammar } from '#language/tables.ts'
import { plainForm } from '#transcript/words.ts'

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

/** Rule 5. What was denied must be denied, and what was not must not. */
export function checkNegation(matter: Case): Finding[] {
  const words = matter.claim.words.filter((word) => isWrong(word, matter)).map(({ raw }) => raw)
  const isDoubtful = matter.claim.isBroken || areModalsWrong(matter) || isExistenceWrong(matter)
  return words.length > 0 || isDoubtful ? [unsure('negation', words)] : []
}

function isWrong(word: ContentWord, matter: Case): boolean {
  const { core, language } = matter
  const alike = (words: readonly ContentWord[]) =>
    words.filter(({ stem }) => isAlike(stem, word.stem, language.grammar))
  const said = alike(core.words)
  if (said.length > 0 && isTurned(word, said, matter)) return true
  if (language.reporting.has(word.stem)) return isReportDenied(word, said, matter)
  if (said.length > 0) return false
  return isDenialNew(word, matter) || isTurned(word, alike(wordsBefore(word, matter)), matter)
}

/** Where nothing near says a word, what was said of it before counts. Light verbs are said of anything. */
function wordsBefore({ stem }: ContentWord, { core, near, topic, language }: Case): ContentWord[] {
  if (language.lightVerbs.has(stem) || isSaidIn(stem, near, language)) return []
  const first = core.indexes[0] ?? 0
  return topic.sentences.filter((_, n) => (topic.indexes[n] ?? 0) < first).flatMap(({ words }) => words)
}

/** A denied word of reporting, while nothing that the statement speaks of is denied in the core. */
function isReportDenied(
  { polarity }: ContentWord,
  said: readonly ContentWord[],
  { core, claim, language }: Case,
): boolean {
  if (polarity !== -1 || said.some((word) => word.polarity === -1)) return false
  const isShared = ({ stem }: ContentWord) => claim.words.some((word) => isAlike(word.stem, stem, language.grammar))
  return !core.words.some((word) => word.polarity === -1 && isShared(word))
}

/** A denied word that the core lacks, while the core denies nothing. */
function isDenialNew({ stem, polarity }: ContentWord, { core, near }: Case): boolean {
  if (polarity !== -1 || core.sentences.some(({ hasNegation }) => hasNegation)) return false
  return !(near.words.some((word) => word.stem === stem) && near.sentences.some(({ hasNegation }) => hasNegation))
}

/** The statement and every decided occurrence differ. */
function isTurned({ polarity }: ContentWord, said: readonly ContentWord[], { claim, language }: Case): boolean {
  const decided = said.filter((word) => word.polarity !== 0)
  if (polarity === 0 || decided.length === 0 || decided.some((word) => word.polarity === polarity)) return false
  return polarity === -1 || !claim.tokens.some(({ word }) => language.negation.denying.test(word))
}

/** A modal of the statement is negated and the same one never is where it was said, or the other way round. */
function areModalsWrong({ claim, core, near }: Case): boolean {
  const spoken = core.sentences.flatMap(({ modals }) => modals)
  return claim.modals.some(({ kind, isNegated }) => {
    const same = spoken.filter((modal) => modal.kind === kind)
    if (same.length > 0) return same.every((modal) => modal.isNegated !== isNegated)
    if (!isNegated || core.sentences.some(({ hasNegation }) => hasNegation)) return false
    return !near.sentences.some(({ modals }) => modals.some((modal) => modal.kind === kind && modal.isNegated))
  })
}

/** A long sentence denies one of the many things it says. */
const SHORT_SENTENCE_WORDS = 12

/** «There is none» is said, and the statement denies nothing. */
function isExistenceWrong({ claim, core, language }: Case): boolean {
  if (claim.hasNegation) return false
  return core.sentences.some(
    ({ plain, words }) =>
      words.length <= SHORT_SENTENCE_WORDS && !plain.includes('?') && language.negation.nonexistence.test(plain),
  )
}
