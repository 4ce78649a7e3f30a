import { LOCALE, sizeUnits } from '@doslovno/texts/format.ts'

const STEP = 1000

/** A size in the largest unit with a whole part, in steps of a thousand. */
export function fileSize(bytes: number): string {
  let size = bytes
  let unit = 0
  while (rounded(size) >= STEP && unit < sizeUnits.length - 1) {
    size /= STEP
    unit += 1
  }
  return `${rounded(size).toLocaleString(LOCALE)}\u00a0${sizeUnits[unit]}`
}

/** One decimal below ten. */
function rounded(size: number): number {
  return size < 10 ? Math.round(size * 10) / 10 : Math.round(size)
}
