import { setTimeout as wait } from 'node:timers/promises'

import { cpuSeconds } from '@doslovno/server/test/cpu-seconds.ts'
import { addScript } from '@doslovno/server/test/recordings/library.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { freshApp } from '#lab/app.ts'
import { numbers } from '#lab/arguments.ts'
import { inMs, median, percentile } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { accept, createClient, startApi, type ApiProcess, type Client } from '#lab/processes.ts'

const [edits, seconds] = numbers(30, 30)
const SENTENCES = 9000
const WORDS_PER_SENTENCE = 11
const GOALS = { cpuMs: 50, otherMs: 300 }
const EDITS_A_SECOND = 5

type Bench = { api: ApiProcess; client: Client; script: string; token: string; otherToken: string }
type Seen = { ms: number; status: number }

/** Edits a long text one call after another, then as one impatient program does while another user lists files. */
export async function main(): Promise<void> {
  const bench = await prepare(await freshApp())
  console.log(`${SENTENCES * WORDS_PER_SENTENCE} words, ${edits} edits of each kind`)
  const typed = await cpuPerCall(bench, 'a word', (n) => type(bench, n))
  await cpuPerCall(bench, 'a name of a speaker', (n) => name(bench, n))
  const others = await besideOneUser(bench)
  mark(`CPU of an edit of a word < ${GOALS.cpuMs} ms`, inMs(typed), typed < GOALS.cpuMs)
  const slowest = percentile(others.map(({ ms }) => ms), 0.99) // prettier-ignore
  const failed = others.filter(({ status }) => status !== 200).length
  mark(
    `another user's p99 beside ${EDITS_A_SECOND} edits a second ≤ ${GOALS.otherMs} ms, no failure`,
    `${inMs(slowest)}, ${failed} of ${others.length} failed`,
    slowest <= GOALS.otherMs && failed === 0,
  )
}

async function prepare(test: TestApp): Promise<Bench> {
  const api = await startApi(test.config, { RATE_LIMIT_FACTOR: '1' })
  const [editor, other] = [await test.signIn(), await test.signIn()]
  const sentences = Array.from({ length: SENTENCES }, (_, n) => `One two three four five six seven eight nine ten ${n}.`) // prettier-ignore
  const script = await addScript(test, editor.userId ?? '', sentences)
  await addScript(test, other.userId ?? '', ['Good day.'])
  const [token, otherToken] = [editor, other].map(({ authorization }) => authorization.replace('Bearer ', ''))
  const bench = { api, client: createClient(api.port), script, token: token ?? '', otherToken: otherToken ?? '' }
  accept(await name(bench, -1), 200) // the first edit keeps the recognised text
  return bench
}

const name = ({ client, script, token }: Bench, n: number) =>
  client.ask({
    method: 'POST',
    path: `/api/scripts/${script}/edit-speaker-name`,
    token,
    body: { speakerId: 1, name: `Name ${n}` },
  })

const type = ({ client, script, token }: Bench, n: number) =>
  client.ask({
    method: 'POST',
    path: `/api/scripts/${script}/edits`,
    token,
    body: { version: n + 1, operation: { kind: 'editText', at: 4500 + n, count: 1, text: `Word ${n}.` } },
  })

async function cpuPerCall({ api }: Bench, what: string, call: (n: number) => ReturnType<Client['ask']>) {
  const [cpuBefore, startedAt] = [cpuSeconds(api.pid), performance.now()]
  for (let n = 0; n < edits; n++) accept(await call(n), 200)
  const cpuMs = ((cpuSeconds(api.pid) - cpuBefore) * 1000) / edits
  console.log(`${what}: ${inMs(cpuMs)} of CPU, ${inMs((performance.now() - startedAt) / edits)}`)
  return cpuMs
}

async function besideOneUser(bench: Bench): Promise<Seen[]> {
  const { client, api, otherToken } = bench
  const [theirs, ready, ours]: [Seen[], Seen[], Seen[]] = [[], [], []]
  const calls: Promise<unknown>[] = []
  const note = (seen: Seen[], ask: () => Promise<{ status: number }>) => calls.push(timed(ask).then((one) => seen.push(one))) // prettier-ignore
  for (let n = 0; n < seconds * EDITS_A_SECOND; n++) {
    note(ours, () => name(bench, n))
    note(theirs, () => client.ask({ path: '/api/scripts', token: otherToken }))
    note(ready, () => fetch(`http://127.0.0.1:${api.opsPort}/readyz`))
    await wait(1000 / EDITS_A_SECOND)
  }
  await Promise.all(calls)
  for (const [who, seen] of Object.entries({ 'the edits': ours, 'another user': theirs, '/readyz': ready }))
    console.log(`${who}: ${shown(seen)}`)
  return theirs
}

async function timed(ask: () => Promise<{ status: number }>): Promise<Seen> {
  const startedAt = performance.now()
  const { status } = await ask().catch(() => ({ status: 0 }))
  return { ms: performance.now() - startedAt, status }
}

function shown(seen: readonly Seen[]): string {
  const times = seen.map(({ ms }) => ms)
  const statuses = Object.entries(Object.groupBy(seen, ({ status }) => status))
  const counted = statuses.map(([status, some]) => `${some?.length} × ${status}`).join(', ')
  return `median ${inMs(median(times))}, p99 ${inMs(percentile(times, 0.99))}; ${counted}`
}
