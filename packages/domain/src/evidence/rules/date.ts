import { type Case, type Finding, type Passage, unsure } from '#evidence/case.ts'

/** Rule 3. Weekdays, months and «tomorrow» must have been said near, and not instead of a day of the core. */
export function checkDates({ claim, core, near, language }: Case): Finding[] {
  const [cited, said] = [daysOf(core), daysOf(near)]
  const hasOther = [...cited].some((day) => !claim.days.has(day))
  const wrong = claim.tokens.filter(({ word }) => {
    const day = language.calendar.dayOf(word)
    return day !== null && !cited.has(day) && (hasOther || !said.has(day))
  })
  return wrong.map(({ raw }) => unsure('date', [raw]))
}

const daysOf = ({ sentences }: Passage) => new Set(sentences.flatMap(({ days }) => [...days]))
