import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { addProcess } from '#test/processes.ts'
import { addScript } from '#test/recordings/library.ts'
import { createBucket } from '#test/recordings/storage.ts'
import { runCommand } from '#test/run-command.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createPerson } from '#test/second-factors.ts'
import { startTestShop, type TestShop } from '#test/shop.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { main } from './admin.ts'

const PRO = 3

let test: TestApp
let shop: TestShop
let bucket: Awaited<ReturnType<typeof createBucket>>
beforeAll(async () => {
  bucket = await createBucket(readConfig({ ...process.env, MODELS_DIR: '-' }).storage)
  shop = await startTestShop()
  test = await createTestApp({ storage: bucket.config, payments: shop.config })
})
afterAll(async () => {
  await bucket.remove()
  await test.close()
  await shop.closeServer()
})

const env = () => ({
  ...process.env,
  ...shop.env,
  DATABASE_URL: test.config.databaseUrl,
  MODELS_DIR: '-',
  S3_BUCKET: bucket.config.bucket,
  USER: 'olga',
})
const admin = (...args: string[]) => runCommand(main, args, env())

async function answerOf(...args: string[]): Promise<unknown> {
  const { status, stdout, stderr } = await admin(...args, '--json')
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

async function statusesOf(...calls: string[][]) {
  return (await Promise.all(calls.map((args) => admin(...args)))).map(({ status }) => status)
}

const reason = ['--reason', 'ticket 12']

async function lastEvent(kind: string) {
  const events = test.ctx.db.selectFrom('auditEvents').select(['userId', 'details']).where('kind', '=', kind)
  return events.orderBy('id', 'desc').limit(1).executeTakeFirst()
}

describe('the command line', () => {
  it('lists its commands, explains each and refuses others', async () => {
    const [all, one, unknown] = await Promise.all([
      admin('--help'),
      admin('switches', 'set', '--help'),
      admin('users', 'delete'),
    ])

    expect([all.status, one.status, unknown.status]).toEqual([0, 0, 2])
    for (const name of ['users show', 'balance grant', 'payments refund', 'promo create', 'requeue file', 'reconcile'])
      expect(all.stdout).toContain(`admin ${name}`)
    expect(one.stdout).toContain('admin switches set NAME on|off')
    expect(unknown).toMatchObject({ stdout: '', stderr: expect.stringContaining('admin users show') })
  })

  it('as a process, writes its answer to stdout, complaints to stderr, and exits with its code', async () => {
    const { email } = await test.createUser()
    const start = (...args: string[]) => {
      const path = join(import.meta.dirname, 'admin.ts')
      const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { env: env(), encoding: 'utf8' })
      return { status, stdout, stderr }
    }

    expect(start('payments', 'list', email)).toEqual({ status: 0, stdout: '(none)\n', stderr: '' })
    expect(start('users', 'show', 'nobody@example.ru')).toEqual({
      status: 1,
      stdout: '',
      stderr: 'refused: there is no such account\n',
    })
  })

  it('makes no change without a reason, an operator and, if it cannot be undone, --yes', async () => {
    const { email } = await test.createUser()
    const grant = ['balance', 'grant', email, '--minutes', '5']

    const replies = await Promise.all([
      admin(...grant),
      admin(...grant, ...reason, '--by', 'olga@example.ru'),
      admin('users', 'remove-second-factor', email, ...reason),
      admin(...grant, ...reason, '--unknown'),
      admin('balance', 'grant', email, '--minutes', '0', ...reason),
    ])

    expect(replies.map(({ status }) => status)).toEqual([2, 2, 2, 2, 2])
    expect(replies.map(({ stderr }) => stderr.split('\n')[0])).toEqual([
      'say why by --reason',
      '--by: a name without spaces, no e-mail',
      'this cannot be undone: add --yes',
      expect.stringContaining("Unknown option '--unknown'"),
      '--minutes: a whole number from 1 to 100000',
    ])
    expect(await lastEvent('minutesGranted')).toBeUndefined()
  })
})

describe('users', () => {
  it('shows an account without its secrets, by e-mail or id', async () => {
    const person = await createPerson(test)
    const { apiKey } = (await person.settings('generate-api-key')).json<{ apiKey: string }>()
    const { scriptId } = await addProcess(test, person.id, { count: 1, each: { state: 'ready' } })

    const [byEmail, byId, unknown] = await Promise.all([
      admin('users', 'show', person.email.toUpperCase()),
      answerOf('users', 'show', person.id),
      admin('users', 'show', 'nobody@example.ru'),
    ])

    expect(byEmail.stdout).toContain(`email\t${person.email}\n`)
    expect(byEmail.stdout).not.toContain(apiKey)
    expect(byEmail.stdout).not.toContain('a.wav')
    expect(byId).toMatchObject({
      id: person.id,
      tariff: 'Free',
      planMinutes: 30,
      hasApiKey: true,
      isTotpOn: false,
      sessions: [{ network: expect.any(String) }],
      files: [{ id: scriptId }],
    })
    expect(unknown).toEqual({ status: 1, stdout: '', stderr: 'refused: there is no such account\n' })
  })

  it('ends all sessions of an account', async () => {
    const person = await createPerson(test)

    expect(await answerOf('users', 'end-sessions', person.email, ...reason)).toEqual({ ended: 1 })

    const open = await test.ctx.db.selectFrom('sessions').select('revokedAt').where('userId', '=', person.id).execute()
    expect(open).toEqual([{ revokedAt: expect.any(Date) }])
    expect(await lastEvent('sessionsEnded')).toEqual({
      userId: person.id,
      details: { which: 'all', by: 'olga', reason: 'ticket 12' },
    })
  })

  it('removes the second factors of an owner who lost them', async () => {
    const person = await createPerson(test)
    await person.addApp()
    const remove = () => admin('users', 'remove-second-factor', person.email, ...reason, '--yes')

    expect(await remove()).toMatchObject({ status: 0, stdout: 'removed\ttrue\n' })
    expect(await person.factors()).toMatchObject({ isTotpOn: false })
    expect(await remove()).toMatchObject({ status: 1, stderr: 'refused: the account has no second factor\n' })
  })
})

describe('balances', () => {
  it('grants minutes, which the lots, the entries and the history show', async () => {
    const { id, email } = await test.createUser()

    const granted = await answerOf('balance', 'grant', email, '--minutes', '60', ...reason, '--by', 'pavel')
    const shown = await answerOf('balance', 'show', email)

    expect(granted).toEqual({ userId: id, grantedMinutes: 60 })
    expect(shown).toMatchObject({
      extraSeconds: 3600,
      lots: expect.arrayContaining([expect.objectContaining({ kind: 'goodwill', remainingSeconds: 3600 })]),
      entries: expect.arrayContaining([expect.objectContaining({ kind: 'grant', seconds: 3600 })]),
    })
    expect(await lastEvent('minutesGranted')).toMatchObject({
      userId: id,
      details: { minutes: '60', by: 'pavel', reason: 'ticket 12' },
    })
    expect(await answerOf('audit-ledger')).toEqual([])
  })

  it('sends a part of a payment back and says so', async () => {
    const buyer = await test.signIn({ tariffId: PRO })
    const paymentId = await buyMinutes(buyer)

    const { status, stdout } = await admin('payments', 'refund', paymentId, '--amount', '20.50', '--yes', ...reason)

    expect([status, stdout]).toEqual([0, expect.stringMatching(/^id\t\S+\nroubles\t20\.50\nstatus\tsucceeded\n$/)])
    expect(shop.payment(paymentId).refunded_amount?.value).toBe('20.50')
  })

  it('refuses a refund that cannot be, and explains itself', async () => {
    const refund = (...args: string[]) => admin('payments', 'refund', randomUUID(), '--yes', ...args)

    expect(await refund(...reason)).toMatchObject({ status: 1, stderr: 'refused: there is no such payment\n' })
    expect(await refund()).toMatchObject({ status: 2, stderr: expect.stringContaining('--amount 500.00') })
    expect(await refund(...reason, '--amount', '0')).toMatchObject({ status: 2 })
  })

  it('recovers payments that only the provider remembers', async () => {
    const paymentId = await buyMinutes(await test.signIn({ tariffId: PRO }))
    await test.ctx.db.deleteFrom('payments').where('id', '=', paymentId).execute()
    const recover = (...args: string[]) => admin('payments', 'recover', '--json', ...args)

    const { status, stdout } = await recover('--since', new Date(Date.now() - 60_000).toISOString(), ...reason)

    expect([status, JSON.parse(stdout)]).toEqual([0, { recovered: 1, known: expect.any(Number), unknown: [] }])
    expect(await lastEvent('paymentsRecovered')).toMatchObject({ details: { recovered: '1', by: 'olga' } })
    expect(await recover('--since', 'yesterday', ...reason)).toMatchObject({ status: 2 })
  })

  it('deletes what is due, however much it is', async () => {
    const { db } = test.ctx
    const { id: userId } = await test.createUser({ tariffId: PRO })
    for (let n = 0; n < 101; n++) await addScript(test, userId, [])
    await db
      .updateTable('scripts')
      .set({ keepUntil: new Date(0) })
      .where('userId', '=', userId)
      .execute()
    const leaving = await Promise.all(Array.from({ length: 21 }, () => test.createUser()))
    const due = { deletionDueAt: new Date(0), deletionRequestedAt: new Date(0) }
    await db.updateTable('users').set(due).where('id', 'in', leaving.map(({ id }) => id)).execute() // prettier-ignore

    expect(await statusesOf(['files', 'expire', '--yes', ...reason])).toEqual([0])
    expect(await answerOf('users', 'erase-due', '--yes', ...reason)).toEqual({ enqueued: 21 })

    const left = db.selectFrom('scripts').select('id').where('userId', '=', userId).where('expiredAt', 'is', null)
    expect(await left.execute()).toEqual([])
    expect(await lastEvent('overdueDeleted')).toMatchObject({ details: { of: 'accounts', by: 'olga' } })
  })

  it('prints what does not add up', async () => {
    const lotId = randomUUID()
    const { id } = await test.createUser()
    await sql`insert into ledger_entries (at, user_id, lot_id, kind, seconds)
      values (now(), ${id}, ${lotId}, 'grant', 5)`.execute(test.ctx.db)

    const { status, stdout } = await admin('audit-ledger', '--json')
    await sql`delete from ledger_entries where lot_id = ${lotId}`.execute(test.ctx.db)

    expect([status, JSON.parse(stdout)]).toEqual([1, [{ check: 'lotTotals', count: 1, examples: [lotId] }]])
  })
})

describe('promo codes', () => {
  it('are created, listed and closed', async () => {
    const create = ['promo', 'create', 'spring', '--minutes', '60', '--uses', '100', '--until', '2027-01-01', ...reason]

    const created = await admin(...create)
    const again = await admin(...create)
    const listed = await answerOf('promo', 'list')

    expect([created.status, again.status]).toEqual([0, 1])
    expect(listed).toMatchObject([
      { code: 'SPRING', minutes: 60, uses: 0, maxUses: 100, expiresAt: '2027-01-01T00:00:00.000Z', closedAt: null },
    ])
    expect((await admin('promo', 'close', 'Spring', ...reason)).status).toBe(0)
    expect(await answerOf('promo', 'list')).toMatchObject([{ closedAt: expect.any(String) }])
    expect(await lastEvent('promoClosed')).toMatchObject({ details: { by: 'olga', reason: 'ticket 12' } })
    expect(
      await statusesOf(['promo', 'create', 'X', ...reason], ['promo', 'create', '--minutes', '5', ...reason]),
    ).toEqual([2, 2])
  })
})

describe('work', () => {
  it('is listed and retried after it ran out of attempts', async () => {
    const linkId = randomUUID()
    await plantDeadLetter({ mail: 'mail-links.send', linkId, name: 'Anna' })

    const listed = await admin('dead-letters', 'list')
    const retried = await answerOf('dead-letters', 'retry', 'mails.send', ...reason)

    expect(listed).toMatchObject({ status: 0, stdout: expect.stringContaining(`"linkId":"${linkId}"`) })
    expect(listed.stdout).not.toContain('Anna')
    expect(retried).toEqual({ retried: 1 })
    expect(await lastEvent('deadLettersRetried')).toMatchObject({ details: { job: 'mails.send', by: 'olga' } })
    expect((await admin('dead-letters', 'retry', 'no.such.job', ...reason)).status).toBe(2)
  })

  it('is listed and restarted with the same options if it is stuck; waiting or complete work is left alone', async () => {
    const { id: userId } = await test.createUser()
    const stuck = await addProcess(test, userId, { count: 1, each: { state: 'queued' } })
    const waiting = await addProcess(test, userId, { count: 1, each: { state: 'ready' } })
    const complete = await addProcess(test, userId, { count: 1, each: { state: 'done' } })
    await test.ctx.db.updateTable('scripts').set({ status: 'process' }).where('userId', '=', userId).execute()
    await end(complete.id, 'complete')

    const listed = await answerOf('requeue', 'list')
    const requeued = await answerOf('requeue', 'file', stuck.scriptId, ...reason)
    const others = await Promise.all(
      [waiting.id, complete.scriptId, randomUUID()].map((id) => admin('requeue', 'file', id, ...reason)),
    )

    expect(listed).toMatchObject([{ id: stuck.id, scriptId: stuck.scriptId }])
    expect(await processOf(stuck.scriptId)).toMatchObject({
      ...(requeued as object),
      status: 'processing',
      language: 'ru',
    })
    expect(await answerOf('requeue', 'list')).toEqual([])
    expect(others.map(({ status, stderr }) => [status, stderr.split(':')[1]?.trim()])).toEqual([
      [1, 'the process is not stuck'],
      [1, 'the file is complete'],
      [1, 'there is no such file or process, or the file has a newer process'],
    ])
    expect(await lastEvent('processRequeued')).toMatchObject({ details: { by: 'olga', reason: 'ticket 12' } })
  })

  it('is started again after it ended with an error', async () => {
    const { id: userId } = await test.createUser()
    const { id, scriptId } = await addProcess(test, userId, { count: 1, each: { state: 'failed' } })
    await end(id, 'error')
    await test.ctx.db.updateTable('scripts').set({ status: 'error' }).where('id', '=', scriptId).execute()

    const requeued = await answerOf('requeue', 'file', id, ...reason)

    expect(await processOf(scriptId)).toMatchObject({ ...(requeued as object), status: 'processing' })
  })

  it('is reported without repairs, and repaired, by reconciling', async () => {
    const id = randomUUID()
    await test.ctx.storage.put(`scripts/${id}/original`, Readable.from([Buffer.from('sound')]), { contentType: '' })

    const reported = await answerOf('reconcile', 'report')
    const repaired = await answerOf('reconcile', 'repair', '--yes', ...reason)

    expect([reported, repaired]).toMatchObject([
      { objects: 1, orphan: 0, outcome: 'reported' },
      { objects: 1, orphan: 0, outcome: 'repaired' },
    ])
    expect((await admin('reconcile', 'repair', ...reason)).status).toBe(2)
  })
})

describe('switches', () => {
  it('are listed and set', async () => {
    const before = await answerOf('switches', 'list')
    const set = await answerOf('switches', 'set', 'links', 'off', ...reason)
    const after = await answerOf('switches', 'list')

    expect(before).toContainEqual(expect.objectContaining({ name: 'links', state: 'on', reason: null }))
    expect(set).toEqual({ name: 'links', state: 'off' })
    expect(after).toContainEqual(
      expect.objectContaining({ name: 'links', state: 'off', reason: 'ticket 12', changedBy: 'olga' }),
    )
    expect((await admin('switches', 'set', 'all', 'off', ...reason)).status).toBe(2)
  })
})

async function processOf(scriptId: string) {
  return test.ctx.db
    .selectFrom('scripts')
    .innerJoin('processes', 'processes.id', 'scripts.processId')
    .select(['processes.id as processId', 'processes.status', 'processes.language'])
    .where('scripts.id', '=', scriptId)
    .executeTakeFirst()
}

/** Returns the id of the payment. */
async function buyMinutes(buyer: Caller): Promise<string> {
  const payload = { minutesCount: 10 }
  const order = await buyer.call({ method: 'POST', url: '/api/account/payment/minutes', payload })
  const { paymentId } = order.json<{ paymentId: string }>()
  shop.pay(paymentId)
  await test.app.inject({ method: 'POST', url: '/api/payments/yookassa', payload: shop.notification(paymentId) })
  await runJobs(test, 'billing')
  return paymentId
}

async function end(processId: string, status: 'complete' | 'error'): Promise<void> {
  const finishedAt = new Date()
  await test.ctx.db.updateTable('processes').set({ status, finishedAt }).where('id', '=', processId).execute()
}

async function plantDeadLetter(data: object): Promise<void> {
  await sql`insert into pgboss.job (name, data) values ('mails.send.dead', ${JSON.stringify(data)})`.execute(
    test.ctx.db,
  )
}
