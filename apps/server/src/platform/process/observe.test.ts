import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'

import { expect, it } from 'vitest'

it('reports the crash of a process before it exits', async () => {
  const bodies: string[] = []
  const server = createServer((request, response) => {
    request
      .setEncoding('utf8')
      .on('data', (text: string) => bodies.push(text))
      .on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const env = {
    ...process.env,
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    MODELS_DIR: '-',
    SENTRY_DSN: `http://key@127.0.0.1:${port}/1`,
    LOG_LEVEL: 'info',
  }

  const api = spawn(process.execPath, [resolve(import.meta.dirname, '../../main/api.ts')], { env, stdio: 'ignore' })
  const [code] = (await once(api, 'exit')) as [number]
  server.close()

  expect(code).toBe(1)
  expect(JSON.parse(bodies.join('').split('\n')[2] ?? '')).toMatchObject({
    level: 'fatal',
    logger: 'api',
    logentry: { formatted: 'uncaught error' },
    extra: { code: 'ECONNREFUSED' },
  })
})
