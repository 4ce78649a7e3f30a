import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { TestEnv } from '#platform/env.ts'

import { main as seed } from './seed.ts'

const nowhere = { ...process.env, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', MODELS_DIR: '-' }

/** Takes error reports. */
let collector: Server
const reports: string[] = []

beforeAll(async () => {
  collector = createServer((request, response) => {
    void text(request).then((body) => {
      reports.push(body)
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
})
afterAll(() => void collector.close())

it.each(['api', 'worker'])('%s logs and reports the error and exits if it cannot reach the database', async (name) => {
  const { port } = collector.address() as AddressInfo // it listens at a port
  const changes = { WORKER_ROLES: 'text', SENTRY_DSN: `http://key@127.0.0.1:${port}/1`, LOG_LEVEL: 'info' }
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { env: { ...nowhere, ...changes } })

  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])

  const last: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  expect(status).toBe(1)
  expect(last).toMatchObject({ level: 60, name, msg: 'uncaught error', err: { code: 'ECONNREFUSED' } })
  expect(stderr).toBe('')
  const report = reports.find((body) => body.includes(`"logger":"${name}"`))
  expect(JSON.parse(report?.split('\n')[2] ?? '')).toMatchObject({
    level: 'fatal',
    logger: name,
    logentry: { formatted: 'uncaught error' },
    extra: { code: 'ECONNREFUSED' },
  })
})

it.each([
  { PUBLIC_URL: 'https://doslovno.example' },
  { DATABASE_URL: 'postgres://nobody@db.example:5432/none' },
  { NODE_ENV: 'production' },
])('seed refuses any installation but a local one: %o', async (changes) => {
  const isServed = ([name]: readonly string[]) => !Object.keys(TestEnv.shape).includes(name ?? '')
  const env = {
    ...Object.fromEntries(Object.entries(nowhere).filter(isServed)),
    TOKEN_SECRET: 'another secret than that of the repository',
    SECRETS_KEYS: Buffer.alloc(32, 7).toString('base64'),
    ...changes,
  }

  await expect(seed([], env)).rejects.toThrow('seed: only for development')
})
