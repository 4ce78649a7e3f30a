import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dev-env-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('with-dev-env', () => {
  it('sets the development environment, which the caller may override', async () => {
    const child = start('console.log(process.env.S3_BUCKET, process.env.S3_REGION)', { S3_REGION: 'mine' })

    expect((await text(child.stdout)).trim()).toBe('doslovno mine')
  })

  it('passes the arguments and the exit code', async () => {
    const child = start('process.exit(Number(process.argv[2]))', {}, '7')

    expect(await once(child, 'exit')).toEqual([7, null])
  })

  it('forwards a signal and lets the program exit by itself', async () => {
    const child = start(`process.on('SIGTERM', () => process.exit(3)); setInterval(() => {}, 1000); console.log('on')`)
    await once(child.stdout, 'data')

    child.kill('SIGTERM')

    expect(await once(child, 'exit')).toEqual([3, null])
  })

  it('dies by the same signal as its program', async () => {
    const child = start(`setInterval(() => {}, 1000); console.log('on')`)
    await once(child.stdout, 'data')

    child.kill('SIGTERM')

    expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
  })
})

function start(program: string, env: Record<string, string> = {}, ...args: string[]) {
  const file = join(folder, 'program.ts')
  writeFileSync(file, program)
  const script = resolve(import.meta.dirname, 'with-dev-env.ts')
  return spawn(process.execPath, [script, file, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
