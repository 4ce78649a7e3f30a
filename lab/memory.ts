import { readFileSync } from 'node:fs'

import type { TestWorker } from '@doslovno/server/test/worker.ts'

/** The resident memory of a worker and all its descendants. */
export function megabytesOf({ process: { pid } }: TestWorker): number {
  return residentMegabytesOf(pid)
}

export function residentMegabytesOf(pid = 0): number {
  return descendants(pid).reduce((sum, one) => sum + residentMegabytes(one), 0)
}

/** Samples a worker's memory; the returned function gives the peak so far. */
export function watchMemory(worker: TestWorker): () => number {
  let most = 0
  const timer = setInterval(() => (most = Math.max(most, megabytesOf(worker))), 500)
  timer.unref()
  return () => most
}

function descendants(pid: number): number[] {
  const children = readOrEmpty(`/proc/${pid}/task/${pid}/children`).trim().split(/\s+/).filter(Boolean).map(Number)
  return [pid, ...children.flatMap(descendants)]
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
