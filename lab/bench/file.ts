import { randomUUID } from 'node:crypto'

import { saveTranscript } from '@doslovno/server/features/transcripts/index.ts'
import { cpuSeconds } from '@doslovno/server/test/cpu-seconds.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { freshApp } from '#lab/app.ts'
import { numbers } from '#lab/arguments.ts'
import { inMs } from '#lab/figures.ts'
import { accept, createClient, metric, startApi, type ApiProcess, type Client } from '#lab/processes.ts'

import { HOURS, WORDS, makeScript } from './long-script.ts'

const [calls] = numbers(30)

type File = { test: TestApp; api: ApiProcess; client: Client; id: string; token: string }
type Headers = Readonly<Record<string, string>>
type Way = { name: string; headers: Headers; isChanged?: boolean; path?: string; isTagged?: boolean }

const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }
const WAYS: Way[] = [
  { name: 'a short call, for comparison', headers: {}, path: '/media' },
  { name: 'whole, as it is', headers: {}, isChanged: true },
  { name: 'whole, gzip', headers: { 'accept-encoding': 'gzip' }, isChanged: true },
  { name: 'whole, br', headers: BROWSER, isChanged: true },
  { name: 'again, br', headers: BROWSER },
  { name: 'again, with its tag', headers: BROWSER, isTagged: true },
]

/** Measures bytes on the wire and CPU of the API, call after call. */
export async function main(): Promise<void> {
  const test = await freshApp()
  const api = await startApi(test.config, { RATE_LIMIT_FACTOR: '1000000' })
  const file = { test, api, client: createClient(api.port), ...(await addFile(test)) }
  console.log(`${HOURS} h, ${WORDS} words, ${calls} calls each`)
  for (const way of WAYS) {
    await measure(file, way, 5) // warms up
    console.log(`${way.name}: ${await measure(file, way, calls)}`)
  }
}

async function addFile(test: TestApp): Promise<Pick<File, 'id' | 'token'>> {
  const { userId = '', authorization } = await test.signIn()
  const { script, peaks, duration: durationSeconds } = makeScript()
  const id = randomUUID()
  const recording = { fileName: 'bench.mp3', sizeBytes: 86_400_000, kind: 'audio', contentType: 'audio/mpeg' } as const
  const state = { status: 'complete', inspectedAt: new Date(), keepUntil: new Date(Date.now() + 1e10) } as const
  await test.ctx.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('scripts')
      .values({ id, userId, ...recording, ...state, durationSeconds, peaks })
      .execute()
    await saveTranscript(tx, { scriptId: id, userId }, script)
  })
  return { id, token: authorization.replace('Bearer ', '') }
}

/** Calls one after another; before each, the file changes if the whole reply is to be built. */
async function measure(file: File, { isChanged, isTagged, path = '', headers }: Way, times: number): Promise<string> {
  const { test, api, client, id, token } = file
  const get = async (more: Headers) =>
    accept(await client.ask({ path: `/api/scripts/${id}${path}`, token, headers: { ...headers, ...more } }), 200, 304)
  const { etag = '' } = isTagged ? (await get({})).headers : {}
  await longestBlockMs(api) // reading it begins a new period
  const cpuBefore = cpuSeconds(api.pid)
  let [bytes, waitMs] = [0, 0]
  for (let call = 0; call < times; call++) {
    const change = { fileName: `bench ${call}.mp3` }
    // By SQL, so that the change costs the API nothing.
    if (isChanged) await test.ctx.db.updateTable('scripts').set(change).where('id', '=', id).execute()
    const startedAt = performance.now()
    bytes += (await get(isTagged ? { 'if-none-match': etag } : {})).body.length
    waitMs += performance.now() - startedAt
  }
  const cpuMs = ((cpuSeconds(api.pid) - cpuBefore) * 1000) / times
  const block = inMs(await longestBlockMs(api))
  return `${(bytes / times / 1000).toFixed(1)} kB, ${cpuMs.toFixed(1)} ms of CPU, ${inMs(waitMs / times)}, longest block ${block}` // prettier-ignore
}

/** The longest time for which the API's event loop was blocked since the last reading. */
const longestBlockMs = async ({ opsPort }: ApiProcess) =>
  (await metric(opsPort, 'nodejs_eventloop_lag_max_seconds')) * 1000
