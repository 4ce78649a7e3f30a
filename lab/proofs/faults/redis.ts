import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { pidOf } from '#scripts/services/daemons.ts'
import { dataDir } from '#scripts/settings.ts'

import { signIn, startApi } from '#lab/api.ts'
import { callSteadily, describeAnswers, failuresOf } from './load.ts'
import { isShort, type Mark } from '#lab/marks.ts'

const FROZEN_SECONDS = isShort ? 8 : 60
const LOGINS = 30

/** Redis is frozen, as in a long pause of its machine: connections stay open, and nothing is answered. */
export async function frozenRedis(test: TestApp): Promise<Mark[]> {
  const { email } = await test.createUser()
  const api = await startApi(test.config, { RATE_LIMIT_FACTOR: '1' })
  try {
    const token = await signIn(api, email)
    const redis = resolve(dataDir, 'redis')
    const pid = pidOf({ name: 'redis', pidFile: resolve(redis, 'pid'), marker: redis })
    if (!pid) throw new Error('This proof has no Redis of its own')
    process.kill(pid, 'SIGSTOP')
    const frozen = wait(FROZEN_SECONDS * 1000)
    const [answers, refusals] = await Promise.all([
      callSteadily(() => api.call('GET', '/api/account', { token }), { perSecond: 4, until: frozen }),
      wrongLogins(api),
    ]).finally(() => process.kill(pid, 'SIGCONT'))
    return [
      {
        expected: `Redis frozen for ${FROZEN_SECONDS} s: no server error`,
        seen: describeAnswers(answers),
        isMet: failuresOf(answers) === 0,
      },
      {
        expected: 'and p99 ≤ 1 s',
        seen: `${answers.p99Ms.toFixed(0)} ms`,
        isMet: answers.p99Ms <= 1000,
        isTimed: true,
      },
      {
        expected: 'and rate limits hold in memory',
        seen: `${refusals} of ${LOGINS} wrong logins refused with 429`,
        isMet: refusals >= LOGINS - 15,
      },
    ]
  } finally {
    await api.kill('SIGTERM')
  }
}

async function wrongLogins(api: Awaited<ReturnType<typeof startApi>>): Promise<number> {
  let refused = 0
  for (let n = 0; n < LOGINS; n++) {
    const body = { email: `nobody-${n}@example.ru`, password: 'Wrong-pass-1' }
    if ((await api.call('POST', '/api/account/login', { body })).status === 429) refused++
  }
  return refused
}
