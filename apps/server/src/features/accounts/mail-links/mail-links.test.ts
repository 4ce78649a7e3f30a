import { randomUUID } from 'node:crypto'

import { startMailSimulator } from '@doslovno/simulators/mail/server.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { WorkerContext } from '#context.ts'
import { sendMails } from '#features/mails/index.ts'
import { type Jobs, startJobs } from '#platform/jobs.ts'
import { createLog } from '#platform/log.ts'
import { mailsLost } from '#platform/telemetry.ts'
import { freePort } from '#test/free-port.ts'
import { readMails } from '#test/mailbox.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { linkMail, requestLink } from './link.ts'

const HOUR = 3600
const mailJob = sendMails([linkMail])

let test: TestApp
let worker: Jobs
let smtpPort: number
beforeAll(async () => {
  smtpPort = await freePort()
  test = await createTestApp({
    mail: { smtpUrl: `smtp://127.0.0.1:${smtpPort}`, from: 'no-reply@doslovno.example', isTlsRequired: false },
  })
  worker = await startJobs(test.config.databaseUrl, createLog('silent', 'mails'), 'work')
  // Mail jobs use neither media nor downloads, the only things that a worker's context adds.
  const ctx = test.ctx as WorkerContext
  await worker.work({ ctx, jobs: [mailJob], roles: ['mail'], slots: 1 })
})
afterAll(async () => {
  await worker.stop()
  await test.close()
})

describe('a mail of an SMTP outage of two hours', () => {
  it('is sent afterwards, unless its link has expired; then it is counted as lost', async () => {
    const [email, tooLate] = [`${randomUUID()}@example.ru`, `${randomUUID()}@example.ru`]
    const link = { userId: null, name: 'Анна' }
    await test.ctx.db.transaction().execute(async (tx) => {
      await requestLink(test.ctx, tx, { ...link, purpose: 'register', email })
      await requestLink(test.ctx, tx, { ...link, purpose: 'recover', email: tooLate })
    })
    const start = Date.now()

    await passSeconds(2 * HOUR)
    test.clock.now = new Date(start + 2 * HOUR * 1000)
    const server = await startMailSimulator({ smtpPort, pagePort: 0 })
    await passSeconds(HOUR)

    const received = await vi.waitFor(async () => {
      const mails = await readMails(server.pagePort, email)
      expect(mails).toHaveLength(1)
      return mails
    })
    await vi.waitFor(async () => expect(await lostMails()).toEqual(['mails.send: mailLinkExpired']))
    expect(received[0]?.text).toMatch(/token=[\w-]+/)
    expect(await readMails(server.pagePort, tooLate)).toEqual([])
    await server.close()
  })
})

/** Lets the jobs fail and skips the pauses of their real schedule, until the pauses of each add up. */
async function passSeconds(seconds: number): Promise<void> {
  const passed = new Map<string, number>()
  const isOver = async () => {
    const { rows } = await sql<{ id: string; pause: number }>`
      update pgboss.job set start_after = now() from (
        select id, extract(epoch from start_after - now())::float as pause from pgboss.job
        where name = ${mailJob.name} and state = 'retry' and start_after > now() for update
      ) as waiting where job.id = waiting.id and name = ${mailJob.name}
      returning job.id, pause`.execute(test.ctx.db)
    for (const { id, pause } of rows) passed.set(id, (passed.get(id) ?? 0) + pause)
    const open = await sql<{ id: string }>`
      select id from pgboss.job where name = ${mailJob.name} and state in ('created', 'retry', 'active')`.execute(
      test.ctx.db,
    )
    expect(open.rows.filter(({ id }) => (passed.get(id) ?? 0) < seconds)).toEqual([])
  }
  await vi.waitFor(isOver, { timeout: 300_000, interval: 100 })
}

async function lostMails(): Promise<string[]> {
  const { values } = await mailsLost.get()
  return values.filter(({ value }) => value > 0).map(({ labels }) => Object.values(labels).join(': '))
}
