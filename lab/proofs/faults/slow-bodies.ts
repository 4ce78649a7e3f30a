import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { residentMegabytesOf } from '#lab/memory.ts'

import { startApi } from '#lab/api.ts'
import { callSteadily, describeAnswers, failuresOf } from './load.ts'
import { isShort, type Mark } from '#lab/marks.ts'
import type { Closed, SlowSenders } from './slow-senders.ts'
import { runThread } from './thread.ts'

const SENDERS = isShort ? 500 : 5000
const CLOSED_WITHIN_SECONDS = 35

/** Strangers open thousands of connections, announce a body each and never finish it. */
export async function slowBodies(test: TestApp): Promise<Mark[]> {
  // Without rate limits: the limit per address would refuse nearly all of them at once.
  const api = await startApi(test.config, { RATE_LIMIT_FACTOR: '100000' })
  try {
    const before = residentMegabytesOf(api.process.pid)
    let most = before
    const sampling = setInterval(() => (most = Math.max(most, residentMegabytesOf(api.process.pid))), 500)
    const senders = runThread<SlowSenders, Closed>(new URL('./slow-senders.ts', import.meta.url), {
      port: Number(new URL(api.url).port),
      count: SENDERS,
      limitSeconds: 90,
    })
    const answers = await callSteadily(() => api.call('GET', '/api/account/tariffs'), {
      perSecond: 20,
      until: senders,
    })
    const { open, lastClosedSeconds } = await senders
    clearInterval(sampling)
    return [
      {
        expected: `${SENDERS} slow bodies: every connection closed`,
        seen: `${open} still open after 90 s`,
        isMet: open === 0,
      },
      {
        expected: `within ${CLOSED_WITHIN_SECONDS} s`,
        seen: `the last after ${lastClosedSeconds.toFixed(1)} s`,
        isMet: lastClosedSeconds <= CLOSED_WITHIN_SECONDS,
        isTimed: true,
      },
      {
        expected: 'and others answered',
        seen: describeAnswers(answers),
        isMet: failuresOf(answers) === 0,
      },
      {
        expected: 'with p99 ≤ 100 ms',
        seen: `${answers.p99Ms.toFixed(0)} ms`,
        isMet: answers.p99Ms <= 100,
        isTimed: true,
      },
      {
        expected: 'and at most 200 MB more memory',
        seen: `${(most - before).toFixed(0)} MB`,
        isMet: most - before <= 200,
      },
    ]
  } finally {
    await api.kill('SIGKILL')
  }
}
