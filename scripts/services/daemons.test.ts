import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type Daemon, isRunning, pidOf, startDaemon, stopDaemon } from './daemons.ts'

let dir: string
let daemon: Daemon

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'daemons-'))
  daemon = { name: 'node', pidFile: join(dir, 'run/pid'), marker: dir }
})
afterEach(async () => {
  await stopDaemon(daemon)
  rmSync(dir, { recursive: true })
})

describe('a daemon', () => {
  it('runs until it is stopped and leaves no pid file', async () => {
    start('setInterval(() => {}, 1000)')
    expect(isRunning(daemon)).toBe(true)

    await stopDaemon(daemon)

    expect(isRunning(daemon)).toBe(false)
    expect(() => readFileSync(daemon.pidFile)).toThrow('ENOENT')
  })

  it('is not confused with another process that got its pid', () => {
    start('setInterval(() => {}, 1000)')

    expect(pidOf({ ...daemon, marker: '/somewhere/else' })).toBeUndefined()
  })

  it('is not running when the pid file holds no pid', () => {
    const pidFile = join(dir, 'broken')
    writeFileSync(pidFile, 'nonsense')

    expect(pidOf({ ...daemon, pidFile })).toBeUndefined()
  })

  it('reports a program that is not installed', () => {
    expect(() => startDaemon({ ...daemon, name: 'no-such-program' }, { args: [], logFile: join(dir, 'log') })).toThrow(
      'no-such-program is not installed',
    )
  })
})

const start = (program: string) =>
  startDaemon(daemon, { command: process.execPath, args: ['-e', program, dir], logFile: join(dir, 'log') })
