import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { testModelsDir } from '#test/recordings/recordings.ts'

it.each(['api', 'worker'])('%s logs the error and exits if it cannot reach the database', (name) => {
  const env = {
    ...process.env,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    MODELS_DIR: testModelsDir(),
    SPEECH_MODEL: 'whisper-tiny',
    LOG_LEVEL: 'info',
  }

  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], {
    env,
    encoding: 'utf8',
    timeout: 240_000,
  })

  const last: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect(status).toBe(1)
  expect(last).toMatchObject({ level: 60, name, msg: 'uncaught error', err: { code: 'ECONNREFUSED' } })
  expect(stderr).toBe('')
})

it.each([
  { PUBLIC_URL: 'https://doslovno.example' },
  { DATABASE_URL: 'postgres://nobody@db.example:5432/none' },
  { NODE_ENV: 'production' },
])('seed refuses any installation but a local one: %o', (changes) => {
  const env = {
    ...process.env,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    TOKEN_SECRET: 'another secret than that of the repository',
    SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64'),
    MODELS_DIR: '-',
    ...changes,
  }

  const { status, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'seed.ts')], {
    env,
    encoding: 'utf8',
  })

  expect(status).toBe(1)
  expect(stderr).toContain('seed: only for development')
})
