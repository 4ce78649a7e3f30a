import { editDistance } from '#evidence/alike.ts'
import { type Case, contradicted, type Finding, isCitedSpeaker, isSaidIn, unsure } from '#evidence/case.ts'
import { holdsName, isAddress, isPerson, isSameName } from '#evidence/names.ts'
import { hasCapital, type Heard } from '#evidence/read.ts'
import type { ContentWord } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'
import { plainForm } from '#transcript/words.ts'

/** Rule 4. A name must have been said near, or be that of a cited speaker; one that nothing resembles is made up. */
export function checkNames(matter: Case): Finding[] {
  const { names } = matter.claim
  const missing = names.filter((name) => !isSaidNear(name, matter))
  return [
    ...missing.map((name) => (isKnown(name, matter) ? unsure : contradicted)('name', [name.raw])),
    ...names.filter((name) => isExchanged(name, matter)).map(({ raw }) => unsure('name', [raw])),
    ...matter.claim.words.filter((word) => isStrange(word, matter)).map(({ raw }) => unsure('name', [raw])),
  ]
}

/** Names of things are said once and then go on as «it»; people are called by name again. */
const SENTENCES_BEFORE = 12

function isSaidNear(name: ContentWord, matter: Case): boolean {
  const { core, near, evidence, language } = matter
  if (isSaidBy(near.sentences, name, language) || isCitedSpeaker(name, matter)) return true
  if (isPerson(name, evidence, language)) return false
  const from = Math.max(0, (core.indexes[0] ?? 0) - SENTENCES_BEFORE)
  return isSaidBy(evidence.sentences.slice(from, (core.indexes.at(-1) ?? 0) + 1), name, language)
}

function isSaidBy(sentences: readonly Heard[], { stem }: ContentWord, language: Language): boolean {
  return sentences.some(({ words }) => words.some((word) => isSameName(word.stem, stem, language)))
}

/**
 * Said elsewhere, the name of a speaker, or within two letters of a word near. A name that is neither a person's nor on
 * the list may be an abbreviation or a spelling of words that were said, so it is never taken for made up.
 */
function isKnown(name: ContentWord, { near, evidence, language }: Case): boolean {
  const { stem } = name
  if (!isPerson(name, evidence, language) && !language.names.places.has(stem)) return true
  if ([...evidence.speakers.values()].some((name) => holdsName(name, stem, language))) return true
  return holdsName(evidence.names, stem, language) || near.words.some((word) => isMisheard(word, name))
}

const LETTERS_OF_A_NAME = 4

/** Compared as written as well, because a misheard ending changes the stem. */
function isMisheard(word: ContentWord, name: ContentWord): boolean {
  return isNearly(word.stem, name.stem) || isNearly(plainForm(word.raw), plainForm(name.raw))
}

function isNearly(a: string, b: string): boolean {
  const slips = a[0] === b[0] ? 2 : 1
  return Math.min(a.length, b.length) >= LETTERS_OF_A_NAME && editDistance(a, b, slips) <= slips
}

/** A name that only the neighbours of the core say, while the core speaks of somebody whom the statement leaves out. */
function isExchanged(name: ContentWord, matter: Case): boolean {
  const { claim, core, evidence, language } = matter
  if (isSaidIn(name.stem, core, language) || isSaidBy(core.sentences, name, language) || isCitedSpeaker(name, matter)) {
    return false
  }
  const isOfKind = (word: ContentWord) => isPerson(word, evidence, language) === isPerson(name, evidence, language)
  const isLeftOut = ({ stem }: ContentWord) => !claim.names.some((other) => isSameName(other.stem, stem, language))
  return core.sentences.some((sentence) =>
    sentence.words
      .filter((word) => hasCapital(word.raw) && evidence.innerNames.has(word.stem) && !isAddress(word, sentence))
      .some((word) => isOfKind(word) && isLeftOut(word)),
  )
}

/** A first word that looks like a surname or a town and is found nowhere. */
function isStrange(word: ContentWord, { claim, near, evidence, language }: Case): boolean {
  const { stem, raw, isFirst } = word
  const { surname, place } = language.names
  if (!isFirst || !hasCapital(raw) || claim.names.includes(word) || language.reporting.has(stem)) return false
  if (!surname.test(plainForm(raw)) && !place.test(plainForm(raw))) return false
  return !evidence.lowered.has(stem) && !evidence.innerNames.has(stem) && !isSaidIn(stem, near, language)
}
