import type { Declension } from '#editing/word-forms.ts'
import { plainForm } from '#transcript/plain-words.ts'

import type { DigestLanguage } from './language.ts'

const SINGULAR = 0
const ACCUSATIVE = 3
const PLURAL = 6
const CASES = 6

/**
 * The nominative among the forms said of a word, if a table declines it into all of them and into known words. A form without an ending may
 * also be the genitive plural of a feminine; then the nominative plural is the safer choice, if it was said.
 */
export function nominativeOf(
  said: readonly string[],
  { declensions, isKnown }: Pick<DigestLanguage, 'declensions' | 'isKnown'>,
): string | null {
  const terms = declensions.filter(({ of }) => of === 'terms')
  const forms = said.map(plainForm)
  const readings = said.flatMap((form) => terms.flatMap((table) => readingsOf(form, forms, table, isKnown)))
  const singular = readings.filter(({ isPlural }) => !isPlural)
  const bare = singular.find(({ isBare }) => isBare)
  const found = bare
    ? (readings.find(({ isPlural, isFeminine }) => isPlural && isFeminine) ?? bare)
    : (singular[0] ?? readings[0])
  return found?.form ?? null
}

type Reading = { form: string; isPlural: boolean; isBare: boolean; isFeminine: boolean }

/** How a table reads a form as a nominative from which it makes every other form. */
function readingsOf(
  form: string,
  forms: readonly string[],
  { stem: fits, endings }: Declension,
  isKnown: (word: string) => boolean,
): Reading[] {
  const all = new Set(endings.flat())
  const singular = new Set(endings.slice(SINGULAR, CASES).flat())
  const explains = (ending: string, place: number) => {
    const stem = form.slice(0, form.length - ending.length)
    return (
      plainForm(form).endsWith(ending) &&
      fits.test(plainForm(stem)) &&
      endings.slice(place, place + CASES).every((variants) => variants.some((one) => isKnown(stem + one))) &&
      forms.every((other) => isFormOf(other, plainForm(stem), all)) &&
      // A plural that also reads as a singular is one in another case.
      (place === SINGULAR || !forms.every((other) => isFormOf(other, plainForm(stem), singular)))
    )
  }
  return [SINGULAR, PLURAL].flatMap((place) =>
    (endings[place] ?? [])
      .filter((ending) => explains(ending, place))
      .map((ending) => ({
        form,
        isPlural: place === PLURAL,
        isBare: ending === '',
        isFeminine: isFeminine(endings),
      })),
  )
}

/** The only gender whose accusative differs from the nominative and whose nominative has an ending. */
const isFeminine = (endings: Declension['endings']) =>
  !endings[SINGULAR]?.includes('') && endings[SINGULAR]?.[0] !== endings[ACCUSATIVE]?.[0]

const isFormOf = (form: string, stem: string, endings: ReadonlySet<string>) =>
  form.startsWith(stem) && endings.has(form.slice(stem.length))
