import { isAlike } from '#evidence/alike.ts'
import { type Case, type Finding, unsure } from '#evidence/case.ts'
import type { ContentWord } from '#language/content-words.ts'

/** Rule 5. What was denied must be denied, and what was not must not. */
export function checkNegation(matter: Case): Finding[] {
  return [...matter.claim.words.flatMap((word) => checkWord(word, matter)), ...checkExistence(matter)]
}

function checkWord(word: ContentWord, matter: Case): Finding[] {
  const { core, language } = matter
  const said = core.words.filter(({ stem }) => isAlike(stem, word.stem, language.grammar.changes))
  const isWrong = language.reporting.has(word.stem)
    ? isReportDenied(word, said, matter)
    : said.length === 0
      ? isDenialNew(word, matter)
      : isTurned(word, said, matter)
  return isWrong ? [unsure('negation', [word.raw])] : []
}

/** A denied word of reporting, while nothing cited is denied for sure. */
function isReportDenied({ polarity }: ContentWord, said: readonly ContentWord[], { core }: Case): boolean {
  if (polarity !== -1 || said.some((word) => word.polarity === -1)) return false
  return core.words.every((word) => word.polarity !== -1)
}

/** A denied word that the core lacks, while the core denies nothing. */
function isDenialNew({ stem, polarity }: ContentWord, { core, near }: Case): boolean {
  if (polarity !== -1 || core.sentences.some(({ hasNegation }) => hasNegation)) return false
  return !(near.words.some((word) => word.stem === stem) && near.sentences.some(({ hasNegation }) => hasNegation))
}

/** The statement and every occurrence in the core differ. */
function isTurned({ polarity }: ContentWord, said: readonly ContentWord[], { claim, language }: Case): boolean {
  if (polarity === 0 || said.some((word) => word.polarity !== -polarity)) return false
  return polarity === -1 || !claim.words.some(({ raw }) => language.negation.denying.test(raw.toLowerCase()))
}

/** A long sentence denies one of the many things it says. */
const SHORT_SENTENCE_WORDS = 12

/** «There is none» is said, and the statement denies nothing. */
function checkExistence({ claim, core, language }: Case): Finding[] {
  if (claim.hasNegation) return []
  const denies = core.sentences.some(
    ({ plain, words }) =>
      words.length <= SHORT_SENTENCE_WORDS && !plain.includes('?') && language.negation.nonexistence.test(plain),
  )
  return denies ? [unsure('negation', [])] : []
}
