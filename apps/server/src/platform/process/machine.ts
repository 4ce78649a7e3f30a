import { setTimeout as wait } from 'node:timers/promises'

import type { Log } from '#platform/log.ts'
import { workerReady } from '#platform/telemetry.ts'
import { isMachineFault } from '#platform/transient.ts'

/** A need of a worker. `check` throws a line for the operator if it is not met. */
export type Need = { of: 'machine' | 'engine'; check(signal: AbortSignal): Promise<void> }

/** The machine a worker runs on, as it knows it by its self-test. */
export type Machine = {
  /** Whether an error is this machine's fault: it looks like one, and the machine fails its self-test now. */
  isAtFault(error: unknown): Promise<boolean>
}

/** The work that needs the machine. */
export type Duty = { begin(): Promise<void>; end(): Promise<void> }

export type OnDuty = { isReady(): boolean; stop(): Promise<void> }

export type WorkerMachine = Machine & {
  /** Begins the work once the self-test passes, and ends it while it does not. */
  keepOnDuty(duty: Duty): OnDuty
}

const TEST_MS = 300_000
const PAUSES_MS = [1000, 2000, 5000, 10_000]

export function createMachine(
  needs: readonly Need[],
  log: Log,
  pausesMs: readonly number[] = PAUSES_MS,
): WorkerMachine {
  const machineNeeds = needs.filter((need) => need.of === 'machine')
  const testMachine = shared(() => firstLack(machineNeeds, AbortSignal.timeout(TEST_MS)))
  let onFault = () => {}
  return {
    isAtFault: async (error) => {
      if (!isMachineFault(error) || !(await testMachine())) return false
      onFault()
      return true
    },
    keepOnDuty: (duty) => {
      const stopping = new AbortController()
      const { signal } = stopping
      let isReady = false
      const tell = (ready: boolean) => {
        isReady = ready && !signal.aborted
        workerReady.set(isReady ? 1 : 0)
      }
      const work = async () => {
        while (await hasBegun(needs, duty, { log, pausesMs, signal })) {
          tell(true)
          await new Promise<void>((done) => {
            onFault = done
            onAbort(signal, done)
          })
          tell(false)
          await duty.end()
        }
      }
      tell(false)
      const working = work()
      return {
        isReady: () => isReady,
        stop: async () => {
          stopping.abort()
          await working
        },
      }
    },
  }
}

type Trying = { log: Log; pausesMs: readonly number[]; signal: AbortSignal }

/** Tries until the duty has begun, with growing pauses, and logs each lack once; false if it was stopped before. */
async function hasBegun(needs: readonly Need[], duty: Duty, { log, pausesMs, signal }: Trying): Promise<boolean> {
  let known: string | undefined
  for (let tries = 0; !signal.aborted; tries++) {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(TEST_MS)])
    const lack = (await firstLack(needs, inTime)) ?? (await whyNotBegun(duty))
    if (!lack) return true
    if (lack !== known && !signal.aborted) log.error(`not ready: ${lack}`)
    known = lack
    await wait(pausesMs[Math.min(tries, pausesMs.length - 1)], undefined, { signal }).catch(() => undefined)
  }
  return false
}

/** The first need that is not met, in one line. */
async function firstLack(needs: readonly Need[], signal: AbortSignal): Promise<string | undefined> {
  try {
    for (const need of needs) await need.check(signal)
    return undefined
  } catch (error) {
    return lineOf(error)
  }
}

async function whyNotBegun(duty: Duty): Promise<string | undefined> {
  try {
    await duty.begin()
    return undefined
  } catch (error) {
    await duty.end()
    return lineOf(error)
  }
}

function lineOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

function onAbort(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then()
  else signal.addEventListener('abort', then, { once: true })
}

/** Callers who come while one runs get its result. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= work().finally(() => (running = undefined)))
}
