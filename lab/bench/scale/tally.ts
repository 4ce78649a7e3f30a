import { percentile, sum } from '#lab/figures.ts'

/** The calls of one kind since they were last taken. */
type Tally = { calls: number; errors: number; p50: number; p99: number; bytes: number }
/** By kind, and of all together. */
export type Tallies = Record<string, Tally> & { all: Tally }

type Seen = { waits: number[]; errors: number; bytes: number }

export const noCalls = tallyOf({ waits: [], errors: 0, bytes: 0 })

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
    failed: (kind: string) => void of(kind).errors++,
    take: (): Tallies => {
      const taken = [...seen]
      seen = new Map()
      const waits = taken.flatMap(([, one]) => one.waits)
      const [errors, bytes] = (['errors', 'bytes'] as const).map((field) => sum(taken.map(([, one]) => one[field])))
      const kinds = Object.fromEntries(taken.map(([kind, one]) => [kind, tallyOf(one)]))
      return { ...kinds, all: tallyOf({ waits, errors: errors ?? 0, bytes: bytes ?? 0 }) }
    },
  }
}

function tallyOf({ waits, errors, bytes }: Seen): Tally {
  return { calls: waits.length, errors, bytes, p50: percentile(waits, 0.5), p99: percentile(waits, 0.99) }
}
