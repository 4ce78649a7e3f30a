import { type Case, type Finding, unsure } from '#evidence/case.ts'

/** Rule 3. Weekdays, months and «tomorrow» must have been said near. */
export function checkDates({ claim, near, language }: Case): Finding[] {
  const said = new Set(near.sentences.flatMap(({ days }) => [...days]))
  const missing = claim.tokens.filter(({ word }) => {
    const day = language.calendar.dayOf(word)
    return day !== null && !said.has(day)
  })
  return missing.map(({ raw }) => unsure('date', [raw]))
}
