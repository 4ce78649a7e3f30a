/** The calls of one kind since they were last taken. */
export type Tally = { calls: number; errors: number; p50: number; p99: number; bytes: number }
export type Tallies = Record<string, Tally>

type Seen = { waits: number[]; errors: number; bytes: number }

export function createTally() {
  let seen = new Map<string, Seen>()
  const of = (kind: string) => {
    const one = seen.get(kind) ?? { waits: [], errors: 0, bytes: 0 }
    seen.set(kind, one)
    return one
  }
  return {
    answered: (kind: string, ms: number, bytes: number) => {
      const one = of(kind)
      one.waits.push(ms)
      one.bytes += bytes
    },
    failed: (kind: string) => {
      of(kind).errors++
    },
    /** By kind, and of all together. */
    take: (): Tallies => {
      const taken = [...seen]
      seen = new Map()
      const all = {
        waits: taken.flatMap(([, { waits }]) => waits),
        errors: taken.reduce((sum, [, { errors }]) => sum + errors, 0),
        bytes: taken.reduce((sum, [, { bytes }]) => sum + bytes, 0),
      }
      return Object.fromEntries([...taken, ['all', all] as const].map(([kind, one]) => [kind, tallyOf(one)]))
    },
  }
}

function tallyOf({ waits, errors, bytes }: Seen): Tally {
  const sorted = Float64Array.from(waits).sort()
  const quantile = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
  return { calls: waits.length, errors, bytes, p50: quantile(0.5), p99: quantile(0.99) }
}
