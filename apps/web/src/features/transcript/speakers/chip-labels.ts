/** How much of a speaker a chip shows: the name with the share, the name, or a number or initials. */
export type ChipLabel = 'share' | 'name' | 'tiny'

/** Widths in pixels; a letter is wider than the average, so that the line does not overflow by a little. */
export const CHIP = { gap: 3, tiny: 28, frame: 38, letter: 8.2, share: 38, longest: 220 }
/** A narrower line cannot hold many chips anyway: names that scroll say more. */
const NARROW = 300

/** Labels of chips in a line of this width: shares if all of them fit, else names from the first on while they fit. */
export function chipLabels(names: readonly string[], width: number): ChipLabel[] {
  const named = names.map((name) => Math.min(CHIP.longest, CHIP.frame + name.length * CHIP.letter))
  const gaps = CHIP.gap * (names.length - 1)
  if (sum(named) + names.length * CHIP.share + gaps <= width) return names.map(() => 'share')
  if (width < NARROW) return names.map(() => 'name')
  let left = width - gaps - names.length * CHIP.tiny
  return named.map((one) => {
    left -= one - CHIP.tiny
    return left >= 0 ? 'name' : 'tiny'
  })
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0)
}
