import { editDistance } from '#evidence/alike.ts'
import { type Case, contradicted, type Finding, isSaidIn, unsure } from '#evidence/case.ts'
import { isNameIn, isPerson, isSameName, namesOf } from '#evidence/names.ts'
import { hasCapital, type Heard } from '#evidence/prepare.ts'
import type { ContentWord } from '#language/content-words.ts'
import { plainForm } from '#transcript/plain-words.ts'

/** Rule 4. A name must have been said near, or be that of a cited speaker; one that nothing resembles is made up. */
export function checkNames(matter: Case): Finding[] {
  const { claim, evidence, language } = matter
  const names = namesOf(claim.words, evidence, language)
  const missing = names.filter((name) => !isSaidNear(name, matter))
  return [
    ...missing.map((name) => (isKnown(name, matter) ? unsure : contradicted)('name', [name.raw])),
    ...checkFirstWords(names, matter),
  ]
}

/** Names of things are said once and then go on as «it»; people are called by name again. */
const SENTENCES_BEFORE = 12

function isSaidNear({ raw }: ContentWord, { core, near, evidence, language }: Case): boolean {
  const isSaid = (sentences: readonly Heard[]) =>
    sentences.some(({ words }) => words.some((word) => isSameName(word.raw, raw, language)))
  if (isSaid(near.sentences)) return true
  if (core.sentences.some(({ speaker }) => isNameIn(raw, evidence.speakerNames.get(speaker) ?? '', language)))
    return true
  if (isPerson(raw, evidence, language)) return false
  const from = Math.max(0, (core.indexes[0] ?? 0) - SENTENCES_BEFORE)
  return isSaid(evidence.sentences.slice(from, (core.indexes.at(-1) ?? 0) + 1))
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
