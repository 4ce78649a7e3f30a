import { appendFileSync, existsSync } from 'node:fs'

import { cpuSeconds } from '@doslovno/server/test/cpu-seconds.ts'
import { afterAll, expect } from 'vitest'

import { RECORD, type Spent } from './spent.ts'

/**
 * A setup file of Vitest, which runs before each test file, in shared processes too. Records the CPU seconds that the
 * file takes with the processes it starts, once `calibrate.ts` has begun a record.
 */
const before = cpuSeconds(process.pid)

// The first hook of a file is its last `afterAll`.
afterAll(() => {
  const { testPath: file } = expect.getState()
  if (!file || !existsSync(RECORD)) return
  // Less than before if a process of an earlier file has ended unattended.
  const spent: Spent = { file, seconds: Math.max(cpuSeconds(process.pid) - before, 0) }
  appendFileSync(RECORD, `${JSON.stringify(spent)}\n`)
})
