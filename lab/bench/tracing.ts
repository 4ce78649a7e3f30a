import { startCollector } from '@doslovno/server/test/collector.ts'
import { cpuSeconds } from '@doslovno/server/test/cpu-seconds.ts'

import { freshApp } from '#lab/app.ts'
import { numbers } from '#lab/arguments.ts'
import { atEnd } from '#lab/ends.ts'
import { atOnce, inTurns, mean } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { accept, createClient, signIn, startApi } from '#lab/processes.ts'

const GOAL = 1.25
const PARALLEL = 4
const [calls, rounds] = numbers(1500, 6)

/** CPU of `GET /api/account` with every call traced, against tracing off. */
export async function main(): Promise<void> {
  const test = await freshApp()
  const collector = await startCollector()
  atEnd(() => collector.close())
  const { email } = await test.createUser()
  /** Starts an API; the measure gives its µs of CPU per call. */
  const apiWith = async (endpoint: string) => {
    const changes = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, RATE_LIMIT_FACTOR: '1000000' }
    const api = await startApi(test.config, changes)
    const { accessToken: token } = await signIn(api, email)
    const client = createClient(api.port)
    return async () => {
      const before = cpuSeconds(api.pid)
      let left = calls
      await atOnce(PARALLEL, async () => {
        while (left-- > 0) accept(await client.ask({ path: '/api/account', token }), 200)
      })
      return ((cpuSeconds(api.pid) - before) / calls) * 1e6
    }
  }
  const { off, on } = await inTurns(rounds, { off: await apiWith(''), on: await apiWith(collector.url) })
  const ratio = mean(on) / mean(off)
  const { spans } = collector
  const traces = new Set(spans.map(({ traceId }) => traceId)).size
  console.log(
    `${rounds} turns of ${calls} calls, ${PARALLEL} in parallel, ${(spans.length / traces).toFixed(1)} spans a call`,
  )
  const seen = `off ${mean(off).toFixed(0)} µs, on ${mean(on).toFixed(0)} µs, ${ratio.toFixed(3)}`
  mark(`CPU of a call, traced ≤ ${GOAL} of not traced`, seen, ratio <= GOAL)
}
