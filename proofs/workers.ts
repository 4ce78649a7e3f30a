import { readFileSync } from 'node:fs'

import type { TestWorker } from '@doslovno/server/test/worker.ts'

/** Memory that a worker and all its children hold now, in megabytes. */
export function megabytesOf({ process: { pid } }: TestWorker): number {
  return family(pid ?? 0).reduce((sum, one) => sum + residentMegabytes(one), 0)
}

/** Watches the memory of a worker; answers the most it has held so far. */
export function watchMemory(worker: TestWorker): () => number {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, megabytesOf(worker))), 500)
  timer.unref()
  return () => most
}

function family(pid: number): number[] {
  const children = readOrEmpty(`/proc/${pid}/task/${pid}/children`).trim().split(/\s+/).filter(Boolean).map(Number)
  return [pid, ...children.flatMap(family)]
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0) / 1000
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
