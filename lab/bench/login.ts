import { availableParallelism } from 'node:os'

import { argon2id } from '@doslovno/server/adapters/passwords/index.ts'
import { PASSWORD } from '@doslovno/server/test/test-app.ts'
import { hash, verify } from '@node-rs/argon2'

import { freshApp } from '#lab/app.ts'
import { numbers } from '#lab/arguments.ts'
import { inMs, inTurns, mean, perSecond } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { accept, createClient, metric, startApi } from '#lab/processes.ts'

const GOAL = 0.8
const LAG_GOAL_MS = 100
/** Enough to keep every core busy. */
const PARALLEL = 8 * availableParallelism()
const ROUNDS = 5
const [seconds] = numbers(5)

/** Against bare argon2 at equal parallelism; the cost of the client counts against us too. */
export async function main(): Promise<void> {
  const test = await freshApp()
  const { email } = await test.createUser()
  const api = await startApi(test.config)
  const client = createClient(api.port)
  const stored = await hash(PASSWORD, argon2id)
  const signIn = { method: 'POST', path: '/api/account/login', body: { email, password: PASSWORD } }
  const rates = await inTurns(ROUNDS, {
    bare: () => perSecond(PARALLEL, seconds, () => verify(stored, PASSWORD)),
    ours: () => perSecond(PARALLEL, seconds, async () => accept(await client.ask(signIn), 200)),
  })
  const ratio = mean(rates.ours) / mean(rates.bare)
  const lagMs = (await metric(api.opsPort, 'nodejs_eventloop_lag_p99_seconds')) * 1000
  console.log(`${PARALLEL} in parallel, ${ROUNDS} turns of ${seconds} s`)
  const seen = `bare argon2 ${mean(rates.bare).toFixed(1)}/s, sign-ins ${mean(rates.ours).toFixed(1)}/s, ${ratio.toFixed(3)}` // prettier-ignore
  mark(`sign-ins ≥ ${GOAL} of bare argon2`, seen, ratio >= GOAL)
  mark(`event loop lag p99 < ${LAG_GOAL_MS} ms`, inMs(lagMs), lagMs < LAG_GOAL_MS)
}
