import { words } from './words.ts'

const stems = Object.entries(words.numberStems).toSorted(([a], [b]) => b.length - a.length)
const scales = Object.entries(words.numberScales)

/** Every value that the words could mean, parts of a compound included: more rather than fewer. */
export function numbersSaid(said: readonly string[]): Set<number> {
  const values = new Set<number>()
  let run = 0
  let total = 0
  for (const word of said) {
    const scale = scales.find(([stem]) => word.startsWith(stem))?.[1]
    const value = /^\d+/.test(word) ? Number.parseInt(word, 10) : stems.find(([stem]) => word.startsWith(stem))?.[1]
    if (scale) [run, total] = [0, total + (run || 1) * scale]
    else if (value === undefined) [run, total] = [0, 0]
    else run += value
    for (const heard of [value, run, total, total + run]) if (heard) values.add(heard)
  }
  return values
}
