import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { startApi, type TestApi } from '#test/api.ts'
import { freePort } from '#test/free-port.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
let opsPort: number
let api: TestApi

beforeEach(async () => {
  test = await createTestApp()
  opsPort = await freePort()
})
afterEach(async () => {
  if (api.process.exitCode === null) await api.stop()
  await test.close()
})

const COMMIT = 'd77e0dcf2c61b3d9b7dcc5633f0cc1dbd428cd6e'
const start = (delaySeconds: number) =>
  startApi(test.config, {
    OPS_PORT: String(opsPort),
    SHUTDOWN_DELAY_SECONDS: String(delaySeconds),
    BUILD_COMMIT: COMMIT,
    LOG_LEVEL: 'info',
  })
const statusOf = (url: string) => fetch(url).then(({ status }) => status)
const readyz = () => statusOf(`http://127.0.0.1:${opsPort}/readyz`)

it('still serves for the delay after it turned not ready, and asks for no more on its connections', async () => {
  api = await start(3)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const before = await call(agent)
  await vi.waitFor(async () => expect(await readyz()).toBe(200))

  api.process.kill('SIGTERM')
  await vi.waitFor(async () => expect(await readyz()).toBe(503))
  const [kept, fresh] = [await call(agent), await statusOf(`${api.url}/api/account/tariffs`)]
  const [code] = (await once(api.process, 'exit')) as [number]

  expect(before).toMatchObject({ status: 200, connection: 'keep-alive' })
  expect(kept).toMatchObject({ status: 200, connection: 'close' })
  expect(fresh).toBe(200)
  expect(code).toBe(0)
  agent.destroy()
})

it('tells its release in its first log line and on /metrics, and exits at once on a second signal', async () => {
  const { version } = test.config.build
  api = await start(300)
  const first: unknown = JSON.parse(await api.line(''))
  const metrics = await vi.waitFor(async () => (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text())
  expect(first).toMatchObject({ name: 'api', version, commit: COMMIT, msg: 'starting' })
  expect(metrics).toContain(`build_info{version="${version}",commit="${COMMIT}"} 1`)

  api.process.kill('SIGTERM')
  await vi.waitFor(async () => expect(await readyz()).toBe(503))

  api.process.kill('SIGTERM')
  const [code] = (await once(api.process, 'exit')) as [number]

  expect(code).toBe(1)
})

async function call(agent: Agent) {
  const sent = request(`${api.url}/api/account/tariffs`, { agent })
  sent.end()
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  reply.resume()
  await once(reply, 'end')
  return { status: reply.statusCode, connection: reply.headers.connection }
}
