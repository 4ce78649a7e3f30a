import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { argon2id } from '@doslovno/server/adapters/passwords/index.ts'
import { PASSWORD } from '@doslovno/server/test/test-app.ts'
import { hash, verify } from '@node-rs/argon2'

import { createFreshApp } from '#lab/app.ts'
import { projectRoot } from '#scripts/settings.ts'

const GOAL = 0.8
const LAG_GOAL_MS = 100
/** Enough to keep every core busy. */
const PARALLEL = 8 * availableParallelism()
const ROUNDS = 5
const [seconds = 5] = process.argv.slice(3).map(Number)
const OPS_PORT = 3191
const API_PORT = 3190

/** `pnpm bench login [SECONDS_PER_TURN]`: sign-ins per second through the real API, against bare argon2 at equal parallelism. */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  const { email } = await test.createUser()
  const api = await startApi(test.config.databaseUrl)

  const stored = await hash(PASSWORD, argon2id)
  // In turns, so that other load affects both alike.
  let [bare, logins] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    bare += (await perSecond(() => verify(stored, PASSWORD))) / ROUNDS
    logins += (await perSecond(() => login(email))) / ROUNDS
  }
  const lagMs = await eventLoopLagMs()

  api.kill('SIGTERM')
  await once(api, 'exit')
  agent.destroy()
  await close()
  const ratio = logins / bare
  console.log(
    `${PARALLEL} in parallel, ${ROUNDS} turns of ${seconds} s: bare argon2 ${bare.toFixed(1)}/s, logins ${logins.toFixed(1)}/s`,
  )
  console.log(
    `ratio ${ratio.toFixed(3)} (goal ≥ ${GOAL}), event loop lag p99 ${lagMs.toFixed(0)} ms (goal < ${LAG_GOAL_MS})`,
  )
  process.exitCode = ratio >= GOAL && lagMs < LAG_GOAL_MS ? 0 : 1
}

async function startApi(databaseUrl: string) {
  const env = { ...process.env, DATABASE_URL: databaseUrl, API_PORT: String(API_PORT), OPS_PORT: String(OPS_PORT) }
  const api = spawn(process.execPath, [resolve(projectRoot, 'apps/server/src/main/api.ts')], { env, stdio: 'inherit' })
  for (let attempt = 0; attempt < 100; attempt++) {
    const ready = await fetch(`http://127.0.0.1:${OPS_PORT}/readyz`).catch(() => undefined)
    if (ready?.ok) return api
    await wait(100)
  }
  throw new Error('The API does not start')
}

/** A plain keep-alive client; its cost counts against us too. */
const agent = new Agent({ keepAlive: true })

function login(email: string): Promise<void> {
  const body = JSON.stringify({ email, password: PASSWORD })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  return new Promise((done, fail) => {
    const outgoing = request(
      { port: API_PORT, method: 'POST', path: '/api/account/login', headers, agent },
      (response) => {
        response
          .resume()
          .once('end', () => (response.statusCode === 200 ? done() : fail(new Error(`${response.statusCode}`))))
      },
    )
    outgoing.once('error', fail).end(body)
  })
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (; performance.now() < until; done++) await work()
    }),
  )
  return done / seconds
}

async function eventLoopLagMs(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${OPS_PORT}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_p99_seconds ([\d.e-]+)/m.exec(metrics)?.[1] ?? Number.NaN) * 1000
}
