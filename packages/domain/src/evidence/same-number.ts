import type { NumberIn } from '#language/numbers.ts'

import type { Case } from './case.ts'

/** Whether two numbers are one value, whatever way each was said. */
export function isSameNumber(claimed: NumberIn, said: NumberIn, { multipliers, isRough, hour }: Manner): boolean {
  const { value } = claimed
  return (
    isEqual(value, said.value) ||
    isSameHour(claimed, said, hour) ||
    isYearOf(value, said) ||
    isYearOf(said.value, claimed) ||
    (claimed.isPercent !== said.isPercent && isEqual(hundredths(claimed), hundredths(said))) ||
    (said.multiplier === null && multipliers.some((times) => isEqual(value, said.value * times))) ||
    (isRough && isRounded(value, said.value))
  )
}

/** `multipliers`: said near, so that «a hundred and sixty» may mean thousands. */
export type Manner = { multipliers: readonly number[]; isRough: boolean; hour: RegExp }

export function mannerOf({ claim, near, language }: Case): Manner {
  const multipliers = near.numbers.map(({ multiplier }) => multiplier).filter((multiplier) => multiplier !== null)
  const { roughly, hour } = language.grammar
  return { multipliers: [...new Set(multipliers)], isRough: roughly.test(claim.plain), hour }
}

const SMALLEST_YEAR = 1000
const LARGEST_YEAR = 2100

const ROUGH_SHARE = 0.05

/** «About 40» may stand for 42, but «about 42» never for 40. */
function isRounded(value: number, said: number): boolean {
  return digitsOf(value) <= digitsOf(said) && Math.abs(value - said) <= ROUGH_SHARE * said
}

/** Digits before the zeros at the end. */
const digitsOf = (value: number) => String(value).replace('.', '').replace(/0+$/u, '').length

export const isEqual = (a: number, b: number) => Math.abs(a - b) < 1e-9 * Math.max(1, Math.abs(a))
const hundredths = ({ value, isPercent }: NumberIn) => (isPercent ? value / 100 : value)

const HALF_A_DAY = 12

/** «Three in the afternoon» is 15 o'clock. */
function isSameHour(claimed: NumberIn, said: NumberIn, hour: RegExp): boolean {
  const isHour = hour.test(claimed.nextWord) || hour.test(said.nextWord)
  return isHour && said.value <= HALF_A_DAY && Math.trunc(claimed.value) === said.value + HALF_A_DAY
}

/** A year is often said without its century. */
function isYearOf(year: number, { value, isOrdinal, isYear }: NumberIn): boolean {
  if (year < SMALLEST_YEAR || year >= LARGEST_YEAR || !Number.isInteger(year) || !(isOrdinal || isYear)) return false
  return year % 1000 === value || year % 100 === value
}
