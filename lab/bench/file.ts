import { randomUUID } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

import { saveTranscript } from '@doslovno/server/features/transcripts/index.ts'
import { cpuSeconds } from '@doslovno/server/test/cpu-seconds.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { type ApiProcess, startApi } from '#lab/api.ts'
import { createFreshApp } from '#lab/app.ts'

import { makeScript } from './reader-transcript.ts'

const HOURS = 3
const WORDS = 25_000
const [calls = 30] = process.argv.slice(3).map(Number)

type File = { test: TestApp; api: ApiProcess; opsPort: number; id: string; authorization: string }
type Headers = Record<string, string>
type Way = { name: string; headers: Headers; isChanged?: boolean; path?: string; isTagged?: boolean }
type Cost = { bytes: number; cpuMs: number; waitMs: number; blockMs: number }

/** `pnpm bench file [CALLS]`: what the text of three hours costs on the wire and in the API, call after call. */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  const opsPort = await freePort()
  const api = await startApi(test.config, { RATE_LIMIT_FACTOR: '1000000', OPS_PORT: String(opsPort) })
  try {
    const file = { test, api, opsPort, ...(await addFile(test)) }
    console.log(`${HOURS} h, ${WORDS} words, ${calls} calls each`)
    for (const way of WAYS) {
      await measure(file, way, 5) // warms up
      print(way.name, await measure(file, way, calls))
    }
  } finally {
    agent.destroy()
    await api.kill('SIGKILL')
    await close()
  }
}

async function addFile(test: TestApp): Promise<Pick<File, 'id' | 'authorization'>> {
  const { userId = '', authorization } = await test.signIn()
  const id = randomUUID()
  const { script, peaks, duration } = makeScript(HOURS * 3600, WORDS)
  const recording = { fileName: 'bench.mp3', sizeBytes: 86_400_000, kind: 'audio', contentType: 'audio/mpeg' } as const
  await test.ctx.db.transaction().execute(async (tx) => {
    const [inspectedAt, keepUntil] = [new Date(), new Date(Date.now() + 1e10)]
    await tx
      .insertInto('scripts')
      .values({
        id,
        userId,
        ...recording,
        status: 'complete',
        durationSeconds: duration,
        peaks,
        inspectedAt,
        keepUntil,
      })
      .execute()
    await saveTranscript(tx, { scriptId: id, userId }, script)
  })
  return { id, authorization }
}

const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }
const WAYS: Way[] = [
  { name: 'a short call, for comparison', headers: {}, path: '/media' },
  { name: 'whole, as it is', headers: {}, isChanged: true },
  { name: 'whole, gzip', headers: { 'accept-encoding': 'gzip' }, isChanged: true },
  { name: 'whole, br', headers: BROWSER, isChanged: true },
  { name: 'again, br', headers: BROWSER },
  { name: 'again, with its tag', headers: BROWSER, isTagged: true },
]

/** Calls one after another; before each, the file changes if the whole reply is to be built. */
async function measure(file: File, { isChanged, isTagged, ...way }: Way, times: number): Promise<Cost> {
  const { etag = '' } = isTagged ? (await get(file, way)).headers : {}
  const asked = isTagged ? { ...way, headers: { ...way.headers, 'if-none-match': etag } } : way
  await longestBlockMs(file.opsPort) // reading it begins a new period
  const pid = file.api.process.pid ?? 0
  const [cpuBefore, sum] = [cpuSeconds(pid), { bytes: 0, waitMs: 0 }]
  for (let call = 0; call < times; call++) {
    if (isChanged) await rename(file, `bench ${call}.mp3`)
    const startedAt = performance.now()
    sum.bytes += (await get(file, asked)).bytes
    sum.waitMs += performance.now() - startedAt
  }
  const cpuMs = ((cpuSeconds(pid) - cpuBefore) * 1000) / times
  return { bytes: sum.bytes / times, waitMs: sum.waitMs / times, cpuMs, blockMs: await longestBlockMs(file.opsPort) }
}

/** By SQL, so that the change costs the API nothing. */
async function rename({ test, id }: File, fileName: string): Promise<void> {
  await test.ctx.db.updateTable('scripts').set({ fileName }).where('id', '=', id).execute()
}

const agent = new Agent({ keepAlive: true })

/** A plain client, which counts the bytes of bodies as they come. */
function get(
  { api, id, authorization }: File,
  { headers, path = '' }: Pick<Way, 'headers' | 'path'>,
): Promise<{ bytes: number; headers: IncomingHttpHeaders }> {
  const url = `${api.url}/api/scripts/${id}${path}`
  return new Promise((done, fail) => {
    const outgoing = request(url, { agent, headers: { authorization, ...headers } }, (response) => {
      let bytes = 0
      response.on('data', (part: Buffer) => (bytes += part.length))
      response.once('end', () => {
        if ([200, 304].includes(response.statusCode ?? 0)) done({ bytes, headers: response.headers })
        else fail(new Error(`${response.statusCode}`))
      })
    })
    outgoing.once('error', fail).end()
  })
}

/** The longest time for which the API's event loop was blocked since the last reading. */
async function longestBlockMs(opsPort: number): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds ([\d.e-]+)/m.exec(metrics)?.[1] ?? Number.NaN) * 1000
}

function print(name: string, { bytes, cpuMs, waitMs, blockMs }: Cost): void {
  const kilobytes = (bytes / 1000).toFixed(1)
  console.log(
    `${name}: ${kilobytes} kB, ${cpuMs.toFixed(1)} ms of CPU, ${waitMs.toFixed(0)} ms, longest block ${blockMs.toFixed(0)} ms`,
  )
}
