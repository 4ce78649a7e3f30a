/** Users who pay get four times as much of the machines as those who do not, while both wait. */
export const classes = ['paid', 'free'] as const
export type Class = (typeof classes)[number]
const WEIGHTS: Record<Class, number> = { paid: 4, free: 1 }

/** A process with pieces of work that wait. */
export type Waiting = {
  processId: string
  userId: string
  class: Class
  /** Seconds of the recording. */
  seconds: number
  startedAt: Date
  ready: number
  /** Pieces of its user's work that are handed out already. */
  running: number
}

/** How much each class has been served, divided by its weight: the smaller one is next. */
export type Passes = Record<Class, number>

export type Choice = { processId: string; count: number }

/**
 * Which work is handed out next: by the classes' weights, then to whoever has the least running,
 * then the shortest recording. A class that had nothing to do saves up nothing.
 */
export function chooseWork(waiting: readonly Waiting[], passes: Passes, places: number) {
  const left = waiting.map((one) => ({ ...one }))
  const served = { ...passes }
  const counts = new Map<string, number>()
  for (let place = 0; place < places; place++) {
    const next = nextOf(left, served)
    if (!next) break
    counts.set(next.processId, (counts.get(next.processId) ?? 0) + 1)
    next.ready -= 1
    for (const one of left) if (one.userId === next.userId) one.running += 1
    served[next.class] += 1 / WEIGHTS[next.class]
  }
  const choices: Choice[] = [...counts].map(([processId, count]) => ({ processId, count }))
  return { choices, passes: withoutSavings(served, waiting) }
}

function nextOf(left: readonly Waiting[], passes: Passes): Waiting | undefined {
  const ready = left.filter((one) => one.ready > 0)
  return ready.toSorted(
    (a, b) =>
      passes[a.class] - passes[b.class] ||
      classes.indexOf(a.class) - classes.indexOf(b.class) ||
      a.running - b.running ||
      a.seconds - b.seconds ||
      a.startedAt.getTime() - b.startedAt.getTime(),
  )[0]
}

function withoutSavings(passes: Passes, waiting: readonly Waiting[]): Passes {
  const active = classes.filter((name) => waiting.some((one) => one.class === name))
  if (active.length === 0) return passes
  const least = Math.min(...active.map((name) => passes[name]))
  const caughtUp = classes.map((name) => [name, active.includes(name) ? passes[name] : Math.max(passes[name], least)])
  return Object.fromEntries(caughtUp) as Passes // one entry per class
}
