import { chooseWork, type Class, classes, type Passes } from '#process/fair-share.ts'

/** More work than the workers can do arrives for a while; then they work off what is left. */
export type Overload = {
  files: number
  /** Tasks that run at the same time. */
  slots: number
  /** Work that arrives per work that can be done. */
  load: number
  seed: number
}

/** A file that was processed, and for how many seconds until its end nothing was done for it. */
export type Served = { class: Class; seconds: number; waitSeconds: number }

const MINUTE = 60
const LENGTHS = [1, 3, 10, 10, 30, 60, 180].map((minutes) => minutes * MINUTE)
const CHUNK_SECONDS = 45
const TASK_SECONDS = 10
/** Of the capacity, by the weights of the classes. */
const SHARES: Record<Class, number> = { paid: 0.8, free: 0.2 }

type File = {
  class: Class
  seconds: number
  startedAt: number
  ready: number
  left: number
  doneAt: number
  workedSeconds: number
}

/** Simulates an overload with files of mixed lengths of as many users, for tests and proofs. */
export function simulateOverload(overload: Overload): Served[] {
  const { slots } = overload
  const random = createRandom(overload.seed)
  const files = classes.flatMap((name) => arrivals(name, overload, random))
  const running: { file: File; endsAt: number }[] = []
  let passes: Passes = { paid: 0, free: 0 }
  let now = 0
  while (files.some(({ left }) => left > 0)) {
    for (const { file } of running.filter(({ endsAt }) => endsAt <= now)) end(file, now)
    running.splice(0, running.length, ...running.filter(({ endsAt }) => endsAt > now))
    const waiting = files.flatMap((file, index) => waitingAt(file, index, running, now))
    const chosen = chooseWork(waiting, passes, slots - running.length)
    passes = chosen.passes
    for (const { processId, count: tasks } of chosen.choices) {
      const file = files[Number(processId)]
      for (let task = 0; file && task < tasks; task++) running.push({ file, endsAt: now + TASK_SECONDS })
      if (file) file.ready -= tasks
    }
    const next = Math.min(...running.map(({ endsAt }) => endsAt), ...files.map((one) => nextArrival(one, now)))
    for (const file of new Set(running.map((one) => one.file))) file.workedSeconds += next - now
    now = next
  }
  return files.map((file) => ({
    class: file.class,
    seconds: file.seconds,
    waitSeconds: file.doneAt - file.startedAt - file.workedSeconds,
  }))
}

/** The longest wait of a class per its median wait. */
export function longestPerMedian(served: readonly Served[], name: Class): number {
  const waits = served.filter((one) => one.class === name).map((one) => one.waitSeconds)
  const sorted = waits.toSorted((a, b) => a - b)
  return (sorted.at(-1) ?? 0) / (sorted[Math.floor(sorted.length / 2)] ?? 1)
}

/** Files of one class. Each brings as much work as its class gets done until the next one, times the load. */
function arrivals(name: Class, { files, slots, load }: Overload, random: () => number): File[] {
  let at = 0
  return Array.from({ length: Math.round(files * SHARES[name]) }, () => {
    const seconds = LENGTHS[Math.floor(random() * LENGTHS.length)] ?? MINUTE
    const tasks = Math.ceil(seconds / CHUNK_SECONDS)
    const file = { class: name, seconds, startedAt: at, ready: tasks, left: tasks, doneAt: 0, workedSeconds: 0 }
    at += (tasks * TASK_SECONDS) / (slots * SHARES[name] * load)
    return file
  })
}

function waitingAt(file: File, index: number, running: readonly { file: File }[], now: number) {
  if (file.startedAt > now || file.ready === 0) return []
  const { class: name, seconds, ready } = file
  const id = String(index)
  const startedAt = new Date(file.startedAt * 1000)
  const tasks = running.filter((one) => one.file === file).length
  return [{ processId: id, userId: id, class: name, seconds, startedAt, ready, running: tasks }]
}

function end(file: File, now: number): void {
  file.left -= 1
  if (file.left === 0) file.doneAt = now
}

const nextArrival = ({ startedAt }: File, now: number) => (startedAt > now ? startedAt : Infinity)

/** 0–1, the same sequence for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
