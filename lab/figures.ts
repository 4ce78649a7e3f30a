export function percentile(numbers: readonly number[], share: number): number {
  const sorted = Float64Array.from(numbers).sort()
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

/** Of an even count the mean of both in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort()
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
}

export const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
export const mean = (numbers: readonly number[]) => sum(numbers) / numbers.length
export const most = (numbers: readonly number[]) => Math.max(0, ...numbers)

export const percent = (share: number, digits = 1) => `${(share * 100 + 0).toFixed(digits)} %`
export const inMs = (ms: number) => `${ms.toFixed(ms < 10 ? 1 : 0)} ms`
export const inSeconds = (seconds: number) => `${seconds.toFixed(1)} s`
export const listed = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([name, count]) => `${count} × ${name}`).join(', ') || 'none' // prettier-ignore

/** Counts one more of a name. */
export function count(counts: Record<string, number>, name: string | number): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** A table in Markdown: its head now, its rows as they come. */
export function printHead(title: string, columns: readonly string[]): void {
  console.log(`\n### ${title}\n`)
  printRow(columns)
  printRow(columns.map(() => '---'))
}

export const printRow = (cells: readonly (string | number)[]) => console.log(`| ${cells.join(' | ')} |`)

/** Measures in turns, so that other load affects all alike; the first turn of each warms up and is left out. */
export async function inTurns<Name extends string>(
  rounds: number,
  measures: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const entries = Object.entries<() => Promise<number>>(measures)
  const found = Object.fromEntries(entries.map(([name]) => [name, [] as number[]])) as Record<string, number[]>
  for (let round = 0; round <= rounds; round++)
    for (const [name, measure] of entries) {
      const figure = await measure()
      if (round > 0) found[name]?.push(figure)
    }
  return found as Record<Name, number[]> // has a list for each name
}

/** How often work is done per second by so many at once. */
export async function perSecond(parallel: number, seconds: number, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  await atOnce(parallel, async () => {
    for (; performance.now() < startedAt + seconds * 1000; done++) await work()
  })
  return (done * 1000) / (performance.now() - startedAt)
}

export const atOnce = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

export async function secondsOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}
