import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from '@doslovno/server/test/free-port.ts'
import { addScript } from '@doslovno/server/test/recordings/library.ts'
import { PASSWORD, type TestApp } from '@doslovno/server/test/test-app.ts'

import { freshApp } from '#lab/app.ts'
import { atOnce, count, inMs, listed, sum } from '#lab/figures.ts'
import { log, mark } from '#lab/marks.ts'
import { createClient, end, isOk, startApi, startProgram, type ApiProcess, type Ask } from '#lab/processes.ts'
import { openFolder, withOwnServers } from '#lab/servers.ts'
import { ensurePackages } from '#scripts/services/packages.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { redis } from '#scripts/services/redis.ts'
import { mail } from '#scripts/services/simulators.ts'
import { isListening, waitUntil } from '#scripts/services/wait.ts'
import { projectRoot } from '#scripts/settings.ts'

const APIS = 2
const PEOPLE = 24
const FEWEST_CALLS = 20_000
const FEWEST_ROUNDS = 3
const DELAY_SECONDS = 5
/** Rounds within which the control must show a failure. */
const CONTROL_ROUNDS = 5

type Trial = { tally: Tally; rounds: number; seconds: number; lost: number }
type Options = { delaySeconds: number; isPlain: boolean; isDone: (tally: Tally, rounds: number) => boolean }

/** Two APIs behind HAProxy are replaced again and again while people use the product. */
export const main = () => withOwnServers([postgres, redis, mail], prove)

async function prove(): Promise<void> {
  ensurePackages([{ name: 'haproxy', programs: ['haproxy'] }])
  const test = await freshApp()
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
  const [canFail, failed] = [failuresOf(plain.tally), failuresOf(rolled.tally)]
  mark('control: calls fail, or this proves nothing', `${canFail}`, canFail > 0)
  mark('every call is answered', `${failed} failed`, failed === 0)
  mark('no write is lost or done twice', `${rolled.lost}`, rolled.lost === 0)
}

/** Replaces all APIs, round after round, under the load of all people, until it is done. */
async function attempt(test: TestApp, { delaySeconds, isPlain, isDone }: Options): Promise<Trial> {
  const tally: Tally = { calls: 0, kinds: {}, failures: {}, slowestMs: 0 }
  const port = await freePort()
  const people = await atOnce(PEOPLE, () => createPerson(test, port, tally))
  const changes = { SHUTDOWN_DELAY_SECONDS: String(delaySeconds) }
  const apis: ApiProcess[] = []
  while (apis.length < APIS) apis.push(await startApi(test.config, changes))
  const proxy = await startProxy(port, apis, isPlain)
  const over = new AbortController()
  const startedAt = performance.now()
  const living = Promise.all(people.map((person) => person.live(over.signal)))
  let rounds = 0
  try {
    for (; !isDone(tally, rounds); rounds++) await replaceAll(test, apis, changes)
  } finally {
    over.abort()
    await living
  }
  const seconds = (performance.now() - startedAt) / 1000
  await end(proxy, 'SIGTERM')
  for (const api of apis) await api.kill('SIGKILL')
  return { tally, rounds, seconds, lost: await lostWrites(test, people) }
}

/** Ends each API by SIGTERM and starts another on its ports, one after the other. */
async function replaceAll({ config }: TestApp, apis: ApiProcess[], changes: Record<string, string>): Promise<void> {
  for (const [index, old] of apis.entries()) {
    await old.kill('SIGTERM')
    apis[index] = await startApi(config, changes, old)
    // As an orchestrator does, which goes on when the new one is ready. The proxy notices within two checks.
    await waitUntil('the new API to be ready', 240, () => isOk(`http://127.0.0.1:${old.opsPort}/readyz`))
  }
}

const RETRIES = /^ *(option redispatch|retry-on|retries) .*$/gm

/** HAProxy with the configuration that operators get; `isPlain`: without its retries. */
async function startProxy(port: number, apis: readonly ApiProcess[], isPlain: boolean) {
  const config = join(openFolder('haproxy-'), 'haproxy.cfg')
  const text = readFileSync(resolve(projectRoot, 'deploy/proxy/haproxy.cfg'), 'utf8')
  writeFileSync(config, isPlain ? text.replaceAll(RETRIES, '').replace('defaults\n', 'defaults\n  retries 0\n') : text)
  const addresses = apis.flatMap((api, index) => [
    [`API_${index + 1}`, `127.0.0.1:${api.port}`],
    [`API_${index + 1}_OPS`, String(api.opsPort)],
  ])
  const env = { PROXY_BIND: `127.0.0.1:${port}`, ...Object.fromEntries(addresses) }
  const proxy = startProgram('haproxy', ['-db', '-f', config], env)
  await waitUntil('HAProxy to listen', 60, () => isListening('127.0.0.1', port))
  return proxy
}

/** Acknowledged writes without a row, and rows that nobody was told of. */
async function lostWrites({ ctx }: TestApp, people: readonly Person[]): Promise<number> {
  const lost = people.map(async ({ scriptId, acknowledged }) => {
    const rows = await ctx.db.selectFrom('edits').select('version').where('scriptId', '=', scriptId).execute()
    return Math.abs(rows.length - acknowledged())
  })
  return sum(await Promise.all(lost))
}

const failuresOf = ({ failures }: Tally) => sum(Object.values(failures))

function report(name: string, { tally, rounds, seconds, lost }: Trial): void {
  const { calls, kinds, failures, slowestMs } = tally
  log(name)
  log(`${rounds * APIS} replacements, ${calls} calls in ${seconds.toFixed(0)} s (${(calls / seconds).toFixed(0)}/s), slowest ${inMs(slowestMs)}`) // prettier-ignore
  log(`calls: ${listed(kinds)}; failed: ${listed(failures)}; writes lost or done twice: ${lost}`)
}

/** Counts of all people together. `kinds`: calls by what was asked; `failures`: failed calls by how they failed. */
type Tally = {
  calls: number
  kinds: Record<string, number>
  failures: Record<string, number>
  slowestMs: number
}

type Person = {
  /** Uses the product until the signal, one call after the other. */
  live(signal: AbortSignal): Promise<void>
  scriptId: string
  /** Writes that were acknowledged. */
  acknowledged: () => number
}

const PAUSE_MS = 40

type Kind = 'poll' | 'list' | 'text' | 'write' | 'renew' | 'login'

/** Somebody with one file and one connection: mostly polls, as an open page does, and now and then a write. */
async function createPerson(test: TestApp, port: number, tally: Tally): Promise<Person> {
  const { id: userId, email } = await test.createUser()
  const scriptId = await addScript(test, userId, ['One, two, three.'])
  const client = createClient(port, { connections: 1 })
  const payload = { email, password: PASSWORD }
  const signedIn = await test.app.inject({ method: 'POST', url: '/api/account/login', payload })
  let pair = signedIn.json<{ accessToken: string; refreshToken: string }>()
  let acknowledged = 0

  const get = (path: string): Ask => ({ path, token: pair.accessToken })
  const post = (path: string, body: object): Ask => ({ method: 'POST', path, body })
  const calls: Record<Kind, () => Ask> = {
    poll: () => get('/api/account'),
    list: () => get('/api/scripts?page=1'),
    text: () => get(`/api/scripts/${scriptId}`),
    write: () => {
      const operation = { kind: 'editText', at: 0, count: 1, text: `Edit ${acknowledged + 1}.` }
      const body = { version: acknowledged, operation }
      return { ...post(`/api/scripts/${scriptId}/edits`, body), token: pair.accessToken }
    },
    renew: () => post('/api/account/update-token', { refreshToken: pair.refreshToken }),
    login: () => post('/api/account/login', payload),
  }

  const make = async (kind: Kind) => {
    const started = performance.now()
    const { status, body } = await client.ask(calls[kind]()).catch(noAnswer)
    tally.calls++
    count(tally.kinds, kind)
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - started)
    if (status !== 200) return count(tally.failures, `${kind} ${status || String(body)}`)
    if (kind === 'write') acknowledged++
    if (kind === 'renew' || kind === 'login') pair = JSON.parse(String(body)) as typeof pair
  }

  return {
    scriptId,
    acknowledged: () => acknowledged,
    live: async (signal) => {
      for (let turn = 1; !signal.aborted; turn++) {
        await make(kindOf(turn))
        await wait(PAUSE_MS)
      }
      client.close()
    },
  }
}

function kindOf(turn: number): Kind {
  if (turn % 400 === 0) return 'login'
  if (turn % 25 === 0) return 'renew'
  if (turn % 20 === 10) return 'write'
  if (turn % 5 === 0) return 'list'
  return turn % 7 === 0 ? 'text' : 'poll'
}

const noAnswer = (error: unknown) => ({
  status: 0,
  body: error instanceof Error && 'code' in error ? String(error.code) : String(error),
})
