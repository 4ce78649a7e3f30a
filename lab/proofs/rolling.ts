import { freePort } from '@doslovno/server/test/free-port.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { createFreshApp } from '#lab/app.ts'
import { mail } from '#scripts/services/mail.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { redis } from '#scripts/services/redis.ts'

import { hasOwnServers } from '#lab/servers.ts'
import { startFleet } from './rolling/fleet.ts'
import { createPerson, type Person, type Tally } from './rolling/person.ts'
import { type Proxy, startProxy } from './rolling/proxy.ts'

const APIS = 2
const PEOPLE = 24
const FEWEST_CALLS = 20_000
const FEWEST_ROUNDS = 3
const DELAY_SECONDS = 5
/** Rounds within which the control must show a failure. */
const CONTROL_ROUNDS = 5

type Trial = { tally: Tally; rounds: number; seconds: number; lost: number }
type Options = { delaySeconds: number; isPlain: boolean; isDone: (tally: Tally, rounds: number) => boolean }

/** `pnpm proof rolling`: two APIs behind HAProxy are replaced again and again while people use the product. */
export async function main(): Promise<void> {
  if (!(await hasOwnServers())) return
  const services = [postgres, redis, mail]
  try {
    for (const service of services) {
      await service.start()
      await service.prepare?.()
    }
    const { test, close } = await createFreshApp()
    const isProven = await prove(test)
    await close()
    if (!isProven) process.exitCode = 1
  } finally {
    for (const service of services.toReversed()) await service.stop()
  }
}

async function prove(test: TestApp): Promise<boolean> {
  const plain = await attempt(test, {
    delaySeconds: 0,
    isPlain: true,
    isDone: (tally, rounds) => failuresOf(tally) > 0 || rounds === CONTROL_ROUNDS,
  })
  report('control: no delay, no retries in the proxy', plain)
  const rolled = await attempt(test, {
    delaySeconds: DELAY_SECONDS,
    isPlain: false,
    isDone: ({ calls }, rounds) => calls >= FEWEST_CALLS && rounds >= FEWEST_ROUNDS,
  })
  report(`delay of ${DELAY_SECONDS} s and deploy/proxy/haproxy.cfg`, rolled)
  const canFail = failuresOf(plain.tally) > 0
  const isFlawless = failuresOf(rolled.tally) === 0 && rolled.lost === 0
  console.log(canFail ? 'the control failed, as it must' : 'NOT MET: the control did not fail, so this proves nothing')
  console.log(isFlawless ? 'every call was answered' : 'NOT MET: calls failed or writes were lost')
  return canFail && isFlawless
}

/** Replaces all APIs, round after round, under the load of all people, until it is done. */
async function attempt(test: TestApp, { delaySeconds, isPlain, isDone }: Options): Promise<Trial> {
  const tally: Tally = { calls: 0, kinds: {}, failures: {}, slowestMs: 0 }
  const port = await freePort()
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => createPerson(test, port, tally)))
  const fleet = await startFleet(test, APIS, delaySeconds)
  const over = new AbortController()
  let proxy: Proxy | undefined
  let living: Promise<unknown> | undefined
  let rounds = 0
  const started = performance.now()
  try {
    proxy = await startProxy(port, fleet.members, { isPlain })
    living = Promise.all(people.map((person) => person.live(over.signal)))
    for (; !isDone(tally, rounds); rounds++) await fleet.replaceAll()
  } finally {
    over.abort()
    await living
    await proxy?.stop()
    await fleet.stop()
  }
  return { tally, rounds, seconds: (performance.now() - started) / 1000, lost: await lostWrites(test, people) }
}

/** Acknowledged writes without a row, and rows that nobody was told of. */
async function lostWrites({ ctx }: TestApp, people: readonly Person[]): Promise<number> {
  let lost = 0
  for (const { scriptId, acknowledged } of people) {
    const rows = await ctx.db.selectFrom('edits').select('version').where('scriptId', '=', scriptId).execute()
    lost += Math.abs(rows.length - acknowledged())
  }
  return lost
}

function failuresOf({ failures }: Tally): number {
  return Object.values(failures).reduce((sum, count) => sum + count, 0)
}

function report(name: string, { tally, rounds, seconds, lost }: Trial): void {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts).map(([kind, count]) => `${kind} × ${count}`).join(', ') || 'none' // prettier-ignore
  console.log(
    [
      name,
      `  ${rounds * APIS} replacements, ${tally.calls} calls in ${seconds.toFixed(0)} s (${(tally.calls / seconds).toFixed(0)}/s), slowest ${tally.slowestMs.toFixed(0)} ms`,
      `  calls: ${list(tally.kinds)}`,
      `  failed: ${list(tally.failures)}; writes lost or done twice: ${lost}`,
    ].join('\n'),
  )
}
