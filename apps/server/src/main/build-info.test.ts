import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { freePort } from '#test/free-port.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../../package.json'), 'utf8')) as {
  version: string
} // a semantic version, checked by scripts/changelog.test.ts
const commit = 'd77e0dcf2c61b3d9b7dcc5633f0cc1dbd428cd6e'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

it.each(['api', 'worker'])('%s tells its release in its first log line and on /metrics', async (name) => {
  const port = String(await freePort())
  const env = {
    ...process.env,
    DATABASE_URL: test.config.databaseUrl,
    MODELS_DIR: '-',
    WORKER_ROLES: 'mail',
    API_PORT: String(await freePort()),
    API_OPS_PORT: port,
    WORKER_OPS_PORT: port,
    LOG_LEVEL: 'info',
    BUILD_COMMIT: commit,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [first] = (await once(createInterface(child.stdout), 'line')) as [string] // a line is one string
    const metrics = await vi.waitFor(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text(), 120_000)

    expect(JSON.parse(first)).toMatchObject({ name, version, commit, msg: 'starting' })
    expect(metrics).toContain(`build_info{version="${version}",commit="${commit}"} 1`)
  } finally {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
})
