import type { Turn } from './turns.ts'

const COLLAR_SECONDS = 0.25

/**
 * Share of the reference's speech that is missed, invented or given to the wrong speaker, under the best match
 * of the speakers; a quarter of a second around each border of the reference is not judged.
 */
export function diarizationErrorRate(reference: readonly Turn[], hypothesis: readonly Turn[]): number {
  const parts = judgedParts(reference, hypothesis)
  const spoken = parts.reduce((sum, part) => sum + part.seconds * part.said.length, 0)
  const heard = parts.reduce((sum, part) => sum + part.seconds * Math.max(part.said.length, part.heard.length), 0)
  const right = bestMatch(sharedSeconds(parts))
  if (spoken === 0) return heard === 0 ? 0 : 1
  return (heard - right) / spoken
}

/** A stretch in which nothing changes: who really speaks and who is said to. */
type Part = { seconds: number; said: readonly number[]; heard: readonly number[] }

function judgedParts(reference: readonly Turn[], hypothesis: readonly Turn[]): Part[] {
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
    const part = { seconds: end - start, said: said(middle), heard: heard(middle) }
    return isUnjudged(middle).length > 0 ? [] : [part]
  })
}

/** Who speaks at a time; to be asked in the order of time. */
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

/** Seconds each heard speaker shares with each real one, as rows of heard speakers. */
function sharedSeconds(parts: readonly Part[]): number[][] {
  const real = [...new Set(parts.flatMap((part) => part.said))]
  const found = [...new Set(parts.flatMap((part) => part.heard))]
  return found.map((speaker) =>
    real.map((other) =>
      parts
        .filter((part) => part.heard.includes(speaker) && part.said.includes(other))
        .reduce((sum, part) => sum + part.seconds, 0),
    ),
  )
}

/** The most seconds that can be right when every real speaker is one heard speaker at most. */
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
