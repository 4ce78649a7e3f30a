import type { Turn } from '#speakers/turns.ts'

const COLLAR_SECONDS = 0.25

/**
 * Share of the reference speech that is missed, invented or given to the wrong speaker, under the best mapping
 * of speakers, with a collar of a quarter of a second around each border of the reference.
 */
export function diarizationErrorRate(reference: readonly Turn[], hypothesis: readonly Turn[]): number {
  const intervals = judgedIntervals(reference, hypothesis)
  const spoken = intervals.reduce((sum, interval) => sum + interval.seconds * interval.said.length, 0)
  const heard = intervals.reduce(
    (sum, interval) => sum + interval.seconds * Math.max(interval.said.length, interval.heard.length),
    0,
  )
  const right = bestMatch(sharedSeconds(intervals))
  if (spoken === 0) return heard === 0 ? 0 : 1
  return (heard - right) / spoken
}

/** A stretch without a change, with the speakers of the reference and of the hypothesis. */
type Interval = { seconds: number; said: readonly number[]; heard: readonly number[] }

function judgedIntervals(reference: readonly Turn[], hypothesis: readonly Turn[]): Interval[] {
  const edges = reference.flatMap(({ start, end }) => [start, end])
  const zones = edges.flatMap((edge) => [edge - COLLAR_SECONDS, edge + COLLAR_SECONDS])
  const borders = hypothesis.flatMap(({ start, end }) => [start, end])
  const times = [...new Set([...edges, ...zones, ...borders])].sort((a, b) => a - b)
  const said = sweep(reference)
  const heard = sweep(hypothesis)
  const isUnjudged = sweep(edges.map((at) => ({ start: at - COLLAR_SECONDS, end: at + COLLAR_SECONDS, speaker: 0 })))
  return times.slice(1).flatMap((end, index) => {
    const start = times[index] ?? end
    const middle = (start + end) / 2
    const interval = { seconds: end - start, said: said(middle), heard: heard(middle) }
    return isUnjudged(middle).length > 0 ? [] : [interval]
  })
}

/** The speakers at a time; call it in order of time. */
function sweep(turns: readonly Turn[]): (time: number) => number[] {
  const ordered = turns.toSorted((a, b) => a.start - b.start)
  let next = 0
  let running: Turn[] = []
  return (time) => {
    for (let turn = ordered[next]; turn && turn.start <= time; turn = ordered[++next]) running.push(turn)
    running = running.filter((turn) => turn.end > time)
    return [...new Set(running.map((turn) => turn.speaker))]
  }
}

/** Seconds each heard speaker shares with each real one; a row per heard speaker. */
function sharedSeconds(intervals: readonly Interval[]): number[][] {
  const real = [...new Set(intervals.flatMap((interval) => interval.said))]
  const found = [...new Set(intervals.flatMap((interval) => interval.heard))]
  return found.map((speaker) =>
    real.map((other) =>
      intervals
        .filter((interval) => interval.heard.includes(speaker) && interval.said.includes(other))
        .reduce((sum, interval) => sum + interval.seconds, 0),
    ),
  )
}

/** The most seconds that can be right if each real speaker maps to at most one heard speaker. */
function bestMatch(rows: readonly (readonly number[])[]): number {
  const columns = rows[0]?.length ?? 0
  let best = Array.from({ length: 2 ** columns }, () => 0)
  for (const row of rows) {
    const before = best
    best = before.map((value, taken) =>
      row.reduce((most, seconds, column) => {
        const isTaken = (taken >> column) & 1
        return isTaken ? Math.max(most, (before[taken & ~(1 << column)] ?? 0) + seconds) : most
      }, value),
    )
  }
  return best.at(-1) ?? 0
}
