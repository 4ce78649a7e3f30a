import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { skipMinutes } from '@doslovno/server/test/job-clock.ts'
import { readMails } from '@doslovno/server/test/mailbox.ts'
import { PASSWORD, type TestApp } from '@doslovno/server/test/test-app.ts'

import { isShort } from '#lab/arguments.ts'
import { inMs } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { type ApiProcess, signIn, startApi, startWorker } from '#lab/processes.ts'
import { freeze } from '#lab/servers.ts'
import { mail } from '#scripts/services/mail.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { dataDir, servers } from '#scripts/settings.ts'

import { callSteadily, describeAnswers, failuresOf } from './load.ts'

const FROZEN_SECONDS = isShort ? 8 : 60
const LOGINS = 30

/** Redis is frozen, as in a long pause of its machine: connections stay open, and nothing is answered. */
export async function frozenRedis(test: TestApp): Promise<void> {
  const { email } = await test.createUser()
  const api = await startApi(test.config, { RATE_LIMIT_FACTOR: '1' })
  const { accessToken: token } = await signIn(api, email)
  const folder = resolve(dataDir, 'redis')
  const frozen = freeze({ name: 'redis', pidFile: resolve(folder, 'pid'), marker: folder }, FROZEN_SECONDS)
  const [answers, refusals] = await Promise.all([
    callSteadily(() => api.call('GET', '/api/account', { token }), { perSecond: 4, until: frozen }),
    wrongLogins(api),
  ])
  mark(`Redis frozen for ${FROZEN_SECONDS} s: no server error`, describeAnswers(answers), failuresOf(answers) === 0)
  mark('and p99 ≤ 1 s', inMs(answers.p99Ms), answers.p99Ms <= 1000, { isTimed: true })
  const seen = `${refusals} of ${LOGINS} wrong logins refused with 429`
  mark('and rate limits hold in memory', seen, refusals >= LOGINS - 15)
}

async function wrongLogins(api: ApiProcess): Promise<number> {
  let refused = 0
  for (let n = 0; n < LOGINS; n++) {
    const body = { email: `nobody-${n}@example.ru`, password: 'Wrong-pass-1' }
    if ((await api.call('POST', '/api/account/login', { body })).status === 429) refused++
  }
  return refused
}

const MAILS = isShort ? 5 : 50
const OUTAGE_MINUTES = 120
const STEP_MINUTES = 5

/** The mail server is away for two hours on a moved clock, while people register. */
export async function mailOutage(test: TestApp): Promise<void> {
  await mail.stop()
  await startWorker(test.config, { WORKER_ROLES: 'mail' })
  const emails = Array.from({ length: MAILS }, (_, n) => `outage-${n}@example.ru`)
  for (const email of emails) {
    const payload = { name: 'Anna', email, password: PASSWORD, privacyApprove: true }
    await test.app.inject({ method: 'POST', url: '/api/account/register', payload })
  }
  for (let minutes = 0; minutes < OUTAGE_MINUTES; minutes += STEP_MINUTES) {
    await wait(1000)
    await skipMinutes(test.ctx.db, STEP_MINUTES)
  }
  await mail.start()
  await skipMinutes(test.ctx.db, 30)
  const sent = async () => {
    const inboxes = await Promise.all(emails.map((email) => readMails(servers.mail.pagePort, email)))
    return inboxes.filter((messages) => messages.length > 0).length
  }
  await waitUntil('the mails', 120, async () => (await sent()) === MAILS).catch(() => undefined)
  const received = await sent()
  mark('SMTP away for 2 h (moved clock): every mail sent', `${received} of ${MAILS}`, received === MAILS)
}
