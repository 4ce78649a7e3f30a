import { Agent, request } from 'node:http'

import { type Collector, startCollector } from '@doslovno/server/test/collector.ts'
import { cpuSeconds } from '@doslovno/server/test/cpu-seconds.ts'

import { type ApiProcess, signIn, startApi } from '#lab/api.ts'
import { createFreshApp } from '#lab/app.ts'

const GOAL = 1.25
const PARALLEL = 4
const [calls = 1500, rounds = 6] = process.argv.slice(3).map(Number)

type Subject = { name: string; api: ApiProcess; token: string; cpu: number }

/** `pnpm bench tracing [CALLS] [ROUNDS]`: CPU of `GET /api/account` with every call traced, against tracing off. */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  const collector = await startCollector()
  const { email } = await test.createUser()
  const subjects: Subject[] = []
  for (const [name, endpoint] of [
    ['off', ''],
    ['on', collector.url],
  ] as const) {
    const api = await startApi(test.config, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, RATE_LIMIT_FACTOR: '1000000' })
    subjects.push({ name, api, token: await signIn(api, email), cpu: 0 })
  }
  try {
    for (const subject of subjects) await measure(subject, calls) // warms up
    // In turns, so that other load affects both alike.
    for (let round = 0; round < rounds; round++)
      for (const subject of subjects) subject.cpu += await measure(subject, calls)
    report(subjects, collector)
  } finally {
    for (const { api } of subjects) await api.kill('SIGTERM')
    agent.destroy()
    await collector.close()
    await close()
  }
}

function report([off, on]: Subject[], { spans }: Collector): void {
  const perCall = (subject?: Subject) => ((subject?.cpu ?? 0) / calls / rounds) * 1e6
  const ratio = perCall(on) / perCall(off)
  const traces = new Set(spans.map(({ traceId }) => traceId)).size
  console.log(
    `${rounds} turns of ${calls} calls, ${PARALLEL} in parallel, ${(spans.length / traces).toFixed(1)} spans a call`,
  )
  console.log(`CPU of a call: off ${perCall(off).toFixed(0)} µs, on ${perCall(on).toFixed(0)} µs`)
  console.log(`ratio ${ratio.toFixed(3)} (goal ≤ ${GOAL})`)
  process.exitCode = ratio <= GOAL ? 0 : 1
}

/** Returns the CPU seconds that the process spent on the calls. */
async function measure({ api, token }: Subject, count: number): Promise<number> {
  const pid = api.process.pid ?? 0
  const before = cpuSeconds(pid)
  let left = count
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      while (left-- > 0) await getAccount(api.url, token)
    }),
  )
  return cpuSeconds(pid) - before
}

const agent = new Agent({ keepAlive: true })

function getAccount(url: string, token: string): Promise<void> {
  return new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${token}` }
    request(`${url}/api/account`, { headers, agent }, (response) => {
      const end = () => (response.statusCode === 200 ? done() : fail(new Error(`${response.statusCode}`)))
      response.resume().once('end', end)
    })
      .once('error', fail)
      .end()
  })
}
