import { editDistance } from '#evidence/alike.ts'
import { type Case, contradicted, type Finding, isSaidIn, unsure } from '#evidence/case.ts'
import { isAddress, isCitedSpeaker, isNameIn, isPerson, isSameName, namesOf } from '#evidence/names.ts'
import { hasCapital, type Heard } from '#evidence/prepare.ts'
import type { ContentWord } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'
import { plainForm } from '#transcript/plain-words.ts'

/** Rule 4. A name must have been said near, or be that of a cited speaker; one that nothing resembles is made up. */
export function checkNames(matter: Case): Finding[] {
  const { claim, evidence, language } = matter
  const names = namesOf(claim.words, evidence, language)
  const missing = names.filter((name) => !isSaidNear(name, matter))
  return [
    ...missing.map((name) => (isKnown(name, matter) ? unsure : contradicted)('name', [name.raw])),
    ...names.filter((name) => isExchanged(name, names, matter)).map(({ raw }) => unsure('name', [raw])),
    ...checkFirstWords(names, matter),
  ]
}

/** A name that only the neighbours of the core say, while the core speaks of somebody whom the statement leaves out. */
function isExchanged({ raw, stem }: ContentWord, names: readonly ContentWord[], matter: Case): boolean {
  const { core, evidence, language } = matter
  if (isSaidIn(stem, core, language) || isSaidBy(core.sentences, raw, language) || isCitedSpeaker(raw, matter))
    return false
  const isKind = (word: string) => isPerson(word, evidence, language) === isPerson(raw, evidence, language)
  return core.sentences.some((sentence) =>
    sentence.words
      .filter((word) => hasCapital(word.raw) && evidence.capitals.has(word.stem) && !isAddress(word, sentence))
      .some((word) => isKind(word.raw) && !names.some((name) => isSameName(name.raw, word.raw, language))),
  )
}

/** Names of things are said once and then go on as «it»; people are called by name again. */
const SENTENCES_BEFORE = 12

function isSaidNear({ raw }: ContentWord, matter: Case): boolean {
  const { core, near, evidence, language } = matter
  if (isSaidBy(near.sentences, raw, language)) return true
  if (isCitedSpeaker(raw, matter)) return true
  if (isPerson(raw, evidence, language)) return false
  const from = Math.max(0, (core.indexes[0] ?? 0) - SENTENCES_BEFORE)
  return isSaidBy(evidence.sentences.slice(from, (core.indexes.at(-1) ?? 0) + 1), raw, language)
}

function isSaidBy(sentences: readonly Heard[], name: string, language: Language): boolean {
  return sentences.some(({ words }) => words.some((word) => isSameName(word.raw, name, language)))
}

/** Said elsewhere, the name of a speaker, or within two letters of a word near. */
function isKnown({ raw }: ContentWord, { near, evidence, language }: Case): boolean {
  if ([...evidence.speakerNames.values()].some((name) => isNameIn(raw, name, language))) return true
  const isSaid = evidence.sentences.some(({ words }) =>
    words.some((word) => hasCapital(word.raw) && isSameName(word.raw, raw, language)),
  )
  return isSaid || near.words.some((word) => isMisheard(word.stem, language.stem(plainForm(raw))))
}

const LETTERS_OF_A_NAME = 4

function isMisheard(a: string, b: string): boolean {
  return a.length >= LETTERS_OF_A_NAME && b.length >= LETTERS_OF_A_NAME && a[0] === b[0] && editDistance(a, b, 2) <= 2
}

/** A first word that looks like a surname or a town and is found nowhere. */
function checkFirstWords(names: readonly ContentWord[], { claim, near, evidence, language }: Case): Finding[] {
  const isStrange = ({ stem, raw, isFirst }: ContentWord) =>
    isFirst &&
    hasCapital(raw) &&
    (language.names.surname.test(plainForm(raw)) || language.names.place.test(plainForm(raw))) &&
    !language.reporting.has(stem) &&
    !evidence.lowered.has(stem) &&
    !evidence.capitals.has(stem) &&
    !isSaidIn(stem, near, language)
  return claim.words.filter((word) => !names.includes(word) && isStrange(word)).map(({ raw }) => unsure('name', [raw]))
}
