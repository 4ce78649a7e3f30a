/** The loudest level of each of `count` equal slices, in percent of the loudest of all. */
export function peaksOf(levels: ArrayLike<number>, count: number): number[] {
  const bars = Math.min(count, levels.length)
  const loudest = Array.from({ length: bars }, (_, bar) => {
    const to = Math.max(Math.floor(((bar + 1) * levels.length) / bars), Math.floor((bar * levels.length) / bars) + 1)
    let max = 0
    for (let at = Math.floor((bar * levels.length) / bars); at < to; at++) max = Math.max(max, levels[at] ?? 0)
    return max
  })
  const top = loudest.reduce((a, b) => Math.max(a, b), 0) || 1
  return loudest.map((level) => Math.round((level / top) * 100))
}
