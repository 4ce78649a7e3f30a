/** Paying users get four times the share of free users while both have work waiting. */
export const classes = ['paid', 'free'] as const
export type Class = (typeof classes)[number]
const WEIGHTS: Record<Class, number> = { paid: 4, free: 1 }

/** A process with tasks waiting to be dispatched. */
export type Waiting = {
  processId: string
  userId: string
  class: Class
  /** Seconds of the recording. */
  seconds: number
  startedAt: Date
  /** Tasks that can be dispatched now. */
  ready: number
  /** Tasks of the same user that are dispatched already. */
  running: number
}

/** Virtual time of each class: tasks served divided by its weight. The smaller one is next. */
export type Passes = Record<Class, number>

export type Choice = { processId: string; count: number }

/**
 * A recording is due this many seconds after its start per second of its length: two minutes per hour. Larger values
 * favour short recordings more; above 0.05 the longest wait of an overload exceeds three times the median.
 */
export const DUE_PER_SECOND = 1 / 30

/** Tasks of one user at work, whatever their number of files: the rest of the slots are for those who come next. */
export const MOST_RUNNING = 50

/**
 * Chooses the tasks to dispatch next: by class weight, then the user with the fewest running tasks, then the recording
 * that is due first. A short recording is due soon after its start, so it overtakes longer ones; but each recording is
 * overtaken only by those that start before it is due, so none starves. An idle class earns no credit.
 */
export function chooseWork(waiting: readonly Waiting[], passes: Passes, slots: number) {
  const left = waiting.map((one) => ({ ...one }))
  const served = { ...passes }
  const counts = new Map<string, number>()
  for (let slot = 0; slot < slots; slot++) {
    const next = nextOf(left, served)
    if (!next) break
    counts.set(next.processId, (counts.get(next.processId) ?? 0) + 1)
    next.ready -= 1
    for (const one of left) if (one.userId === next.userId) one.running += 1
    served[next.class] += 1 / WEIGHTS[next.class]
  }
  const choices: Choice[] = [...counts].map(([processId, count]) => ({ processId, count }))
  return { choices, passes: withoutCredit(served, waiting) }
}

function nextOf(left: readonly Waiting[], passes: Passes): Waiting | undefined {
  const ready = left.filter((one) => one.ready > 0 && one.running < MOST_RUNNING)
  return ready.reduce<Waiting | undefined>(
    (first, one) => (first && isBefore(first, one, passes) ? first : one),
    undefined,
  )
}

function isBefore(a: Waiting, b: Waiting, passes: Passes): boolean {
  const order =
    passes[a.class] - passes[b.class] ||
    classes.indexOf(a.class) - classes.indexOf(b.class) ||
    a.running - b.running ||
    dueAt(a) - dueAt(b)
  return order <= 0
}

function dueAt({ startedAt, seconds }: Waiting): number {
  return startedAt.getTime() + 1000 * seconds * DUE_PER_SECOND
}

function withoutCredit(passes: Passes, waiting: readonly Waiting[]): Passes {
  const active = classes.filter((name) => waiting.some((one) => one.class === name))
  if (active.length === 0) return passes
  const least = Math.min(...active.map((name) => passes[name]))
  const caughtUp = classes.map((name) => [name, active.includes(name) ? passes[name] : Math.max(passes[name], least)])
  return Object.fromEntries(caughtUp) as Passes // one entry per class
}
