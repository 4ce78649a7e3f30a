import type { User } from '@doslovno/contract/account/accounts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { openSession } from '#features/accounts/index.ts'
import { auditLedger } from '#features/billing/index.ts'
import { reconcile } from '#features/retention/index.ts'
import { readConfig } from '#platform/config.ts'
import { createFullAccount, putObject } from '#test/full-account.ts'
import { interruptPrepare } from '#test/recordings/interrupted-prepare.ts'
import { addScript } from '#test/recordings/library.ts'
import { ONE_SPEAKER, startProcessing, uploadRecording } from '#test/recordings/pipeline.ts'
import { longSpeech, toWav } from '#test/recordings/recordings.ts'
import { startSlowUpload } from '#test/recordings/slow-upload.ts'
import { createBucket, storedUnder, versionsUnder } from '#test/recordings/storage.ts'
import { runJobs } from '#test/run-jobs.ts'
import { startTestSpeechServer } from '#test/speech-server.ts'
import { type Caller, createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'
import { startWorkerHere } from '#test/worker.ts'

import { eraseAccount } from './erase.ts'
import { deleteDue } from './jobs.ts'
import { makeArchive } from './make-export.ts'
import { exportShelf } from './shelf.ts'
import { sweepPrivacy } from './sweep.ts'

const DAY_MS = 24 * 3_600_000

let test: TestApp
let removeBucket: () => Promise<void>
let mails: { to: string; subject: string; text: string }[]

beforeAll(async () => {
  const bucket = await createBucket(readConfig({ ...process.env, MODELS_DIR: '-' }).storage, { isVersioned: true })
  removeBucket = bucket.remove
  test = await createTestApp({ storage: bucket.config })
  mails = []
  test.ctx.mail.send = async (to, { subject, text }) => void mails.push({ to, subject, text })
})
afterAll(async () => {
  await test.close()
  await removeBucket()
})

const remove = (owner: Caller, payload: object = { password: PASSWORD }) =>
  owner.call({ method: 'POST', url: '/api/account/delete', payload })
const keep = (owner: Caller) => owner.call({ method: 'POST', url: '/api/account/keep' })
const accountOf = async (owner: Caller) => (await owner.call({ url: '/api/account' })).json<{ user: User }>().user
const makeDue = (userId: string) =>
  test.ctx.db
    .updateTable('users')
    .set({ deletionRequestedAt: new Date(), deletionDueAt: new Date(Date.now() - 1000) })
    .where('id', '=', userId)
    .execute()
const exists = async (userId: string) =>
  (await test.ctx.db.selectFrom('users').select('id').where('id', '=', userId).execute()).length > 0

/** Asks for the deletion and lets its seven days pass. */
async function askAndWait(owner: Caller): Promise<void> {
  await remove(owner)
  await makeDue(owner.userId ?? '')
}

/** Runs the workers' jobs of ten minutes. */
async function work(): Promise<void> {
  await sweepPrivacy(test.ctx)
  for (const area of ['privacy', 'retention', 'accounts', 'mail-links', 'billing']) await runJobs(test, area)
}

describe('asking for the deletion of an account', () => {
  it('needs the password, and plans it in seven days [152-FZ]', async () => {
    const owner = await test.signIn()

    const without = await remove(owner, {})
    const wrong = await remove(owner, { password: 'Wrong-pass-1' })
    const right = await remove(owner)

    expect(without.json()).toMatchObject({ code: 'proofNeeded' })
    expect(wrong.json()).toMatchObject({ code: 'invalidRequest', fields: { password: { code: 'auth.wrongPassword' } } })
    const { deletionAt } = right.json<{ deletionAt: string }>()
    expect((new Date(deletionAt).getTime() - Date.now()) / DAY_MS).toBeCloseTo(7, 2)
    expect(await accountOf(owner)).toMatchObject({ deletionAt })
  })

  it('is slowed down like guesses at the login', async () => {
    const limited = await createTestApp({ rateLimits: { redisUrl: undefined, factor: 1 } })
    const owner = await limited.signIn()

    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await remove(owner, { password: `Wrong-${n}` })).statusCode)

    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    expect((await remove(owner)).statusCode).toBe(429)
    await limited.close()
  })

  it('needs a fresh sign-in where the account has no password', async () => {
    const { id } = await test.createUser()
    await test.ctx.db.updateTable('users').set({ passwordHash: null }).where('id', '=', id).execute()
    const client = { address: '127.0.0.1', userAgent: '' }
    const { accessToken } = await openSession(test.ctx, { userId: id, by: 'yandex', client })
    const owner = test.as(accessToken)
    const opened = (minutesAgo: number) =>
      test.ctx.db.updateTable('sessions').set({ createdAt: new Date(Date.now() - minutesAgo * 60_000) }).where('userId', '=', id).execute() // prettier-ignore

    await opened(11)
    expect((await remove(owner, {})).json()).toMatchObject({ code: 'proofNeeded' })
    await opened(9)
    expect((await remove(owner, {})).statusCode).toBe(200)
  })

  it('tells the owner by mail, once, and lets them change their mind', async () => {
    const { id, email } = await test.createUser()
    const owner = await test.signInAs(id)
    const subjects = () => mails.filter(({ to }) => to === email).map(({ subject }) => subject)

    const first = await remove(owner)
    const repeated = await remove(owner)
    await work()
    expect(repeated.json()).toEqual(first.json())
    expect(subjects()).toEqual([expect.stringMatching(/^Аккаунт будет удалён \d+ \p{L}+$/u)])

    expect((await keep(owner)).statusCode).toBe(200)
    expect(await accountOf(owner)).toMatchObject({ deletionAt: null })
    expect((await keep(owner)).statusCode).toBe(404)
    const events = await test.ctx.db.selectFrom('auditEvents').select('kind').where('userId', '=', id).orderBy('id').execute() // prettier-ignore
    expect(events.map(({ kind }) => kind)).toEqual(['login', 'deletionRequested', 'deletionCancelled'])
  })

  it('does nothing for a caller without a session', async () => {
    for (const url of ['/api/account/delete', '/api/account/keep'])
      expect((await test.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(403)
  })
})

describe('deleting an account', () => {
  it('leaves nothing of the person but the books, in no table and in no bucket but for old versions [152-FZ]', async () => {
    const { owner, userId, email, scriptId, traces } = await createFullAccount(test)
    await owner.call({ method: 'POST', url: '/api/account/data-export' })
    await runJobs(test, 'privacy')
    const stranger = await createFullAccount(test)
    const before = await tablesWith(traces)
    expect(Object.keys(before).toSorted()).toEqual(await tablesOfPeople())

    await askAndWait(owner)
    await work()

    expect(await tablesWith(traces)).toEqual({ payments: 1, refunds: 1, deleted_accounts: 1 })
    expect(Object.keys(await tablesWith(stranger.traces)).toSorted()).toEqual(await tablesOfPeople())
    const { rows: books } = await sql<object>`select * from payments where user_id = ${userId}`.execute(test.ctx.db)
    expect(books).toMatchObject([{ amountKopecks: 9900, methodId: null, confirmationUrl: null }])
    const left = [
      ...(await keysOf(test.ctx.storage.list(''))),
      ...(await keysOf(test.ctx.storage.parts.unfinished(''))),
    ]
    expect(left.filter((key) => !stranger.traces.some((trace) => key.includes(trace)))).toEqual([])
    expect(left).toHaveLength(3)
    // Old versions stay for a restore; the bucket's rules end every one of them after BACKUP_DAYS.
    expect(await versionsUnder(test.config.storage, `scripts/${scriptId}`)).toEqual({ current: 0, old: 2, markers: 2 })
    expect(await jobsWith([email, userId])).toEqual([])
    expect(await auditLedger(test.ctx)).toEqual([])
    const login = await test.app.inject({ method: 'POST', url: '/api/account/login', payload: { email, password: PASSWORD } }) // prettier-ignore
    expect(login.json()).toMatchObject({ code: 'wrongLogin' })
    expect((await owner.call({ url: '/api/account' })).statusCode).toBe(403)
    expect(mails.filter(({ to }) => to === email).at(-1)?.subject).toBe('Аккаунт удалён')
  })

  it('does not happen if the owner kept the account in the last second', async () => {
    const owner = await test.signIn()
    await remove(owner)
    await keep(owner)

    // The job was enqueued while the account was due.
    await eraseAccount(test.ctx, owner.userId ?? '')

    expect(await exists(owner.userId ?? '')).toBe(true)
  })

  it('does not happen before its time, and cannot be taken back after', async () => {
    const owner = await test.signIn()
    await remove(owner)
    await work()
    expect(await exists(owner.userId ?? '')).toBe(true)

    await makeDue(owner.userId ?? '')

    expect((await keep(owner)).statusCode).toBe(404)
    await work()
    expect(await exists(owner.userId ?? '')).toBe(false)
  })

  it('goes on after a crash at any file, and may be repeated', async () => {
    const owner = await test.signIn()
    const userId = owner.userId ?? ''
    const ids = [await addScript(test, userId, ['Раз.']), await addScript(test, userId, ['Два.'])]
    for (const id of ids) await putObject(test, `scripts/${id}/original`, 'sound')
    await askAndWait(owner)
    const { jobs } = test.ctx
    let files = 0
    const dying: TestApp['ctx'] = {
      ...test.ctx,
      jobs: {
        ...jobs,
        enqueue: (tx, job, payloads) => {
          if (job.name === 'retention.clear' && ++files === 2) throw new Error('killed')
          return jobs.enqueue(tx, job, payloads)
        },
      },
    }

    await expect(eraseAccount(dying, userId)).rejects.toThrow('killed')
    expect(await exists(userId)).toBe(true)
    await work()
    await eraseAccount(test.ctx, userId)

    expect(await exists(userId)).toBe(false)
    for (const id of ids) expect(await storedUnder(test.config.storage, `scripts/${id}`)).toEqual({ objects: 0, parts: 0 }) // prettier-ignore
  })

  it('sends no mail that was waiting, except the last one', async () => {
    const { id, email } = await test.createUser()
    const owner = await test.signInAs(id)
    await askAndWait(owner)
    await test.app.inject({ method: 'POST', url: '/api/account/recover-password', payload: { email } })
    expect(await jobsWith([email])).toContain('accounts.recover')

    await eraseAccount(test.ctx, id)
    await work()

    expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual(['Аккаунт удалён'])
  })

  it('does not resurrect a process, whatever await of its preparation it interrupts', async () => {
    const runs: { userId: string; scriptId: string; processId: string }[] = []
    for (let at = 0, isInterrupted = true; isInterrupted && at < 200; at++) {
      const { id: userId } = await test.createUser({ tariffId: 3 })
      await makeDue(userId)

      const run = await interruptPrepare(test.ctx, userId, at, () => eraseAccount(test.ctx, userId))
      if (!run.isInterrupted) await eraseAccount(test.ctx, userId)
      isInterrupted = run.isInterrupted
      runs.push({ userId, scriptId: run.scriptId, processId: run.processId })
    }
    await runJobs(test, 'retention')

    expect(runs.length).toBeGreaterThan(20)
    expect(await tablesWith(runs.flatMap((run) => Object.values(run)))).toEqual({ deleted_accounts: runs.length })
    for (const { scriptId, processId } of runs)
      for (const prefix of [`scripts/${scriptId}`, `processes/${processId}`])
        expect(await storedUnder(test.config.storage, prefix)).toEqual({ objects: 0, parts: 0 })
  }, 300_000)

  it('ends an upload in flight quietly', async () => {
    const owner = await test.signIn()
    const userId = owner.userId ?? ''
    await askAndWait(owner)
    const uploading = startSlowUpload(test.ctx, userId)
    const upload = await vi.waitFor(() =>
      test.ctx.db.selectFrom('uploads').select('id').where('userId', '=', userId).executeTakeFirstOrThrow(),
    )

    await eraseAccount(test.ctx, userId)

    await expect(uploading.end()).rejects.toMatchObject({ code: 'notFound' })
    expect(await storedUnder(test.config.storage, `scripts/${upload.id}`)).toEqual({ objects: 0, parts: 0 })
    expect(await tablesWith([userId])).toEqual({ deleted_accounts: 1 })
  })

  it('ends an archive in the making quietly', async () => {
    const owner = await test.signIn()
    const userId = owner.userId ?? ''
    await addScript(test, userId, ['Раз.'])
    await owner.call({ method: 'POST', url: '/api/account/data-export' })
    await askAndWait(owner)
    const { id } = await test.ctx.db.selectFrom('dataExports').select('id').where('userId', '=', userId).executeTakeFirstOrThrow() // prettier-ignore
    // The account goes after the last byte has been stored.
    const storage = {
      ...test.ctx.storage,
      sizeOf: async (key: string) => {
        if (key.startsWith('exports/')) await eraseAccount(test.ctx, userId)
        return test.ctx.storage.sizeOf(key)
      },
    }

    await makeArchive({ ...test.ctx, storage }, id, new AbortController().signal)

    expect(await storedUnder(test.config.storage, `exports/${id}`)).toEqual({ objects: 0, parts: 0 })
    expect(await tablesWith([userId])).toEqual({ deleted_accounts: 1 })
  })

  it('ends the work of a real worker quietly, and leaves no object', async () => {
    const owner = await test.signIn({ tariffId: 3 })
    const userId = owner.userId ?? ''
    const scriptId = await uploadRecording(owner, toWav(longSpeech()))
    const processId = await startProcessing(owner, scriptId, ONE_SPEAKER)
    const speech = await startTestSpeechServer()
    onTestFinished(() => speech.close())
    await speech.fail({ mode: 'late', times: 100, lateMs: 2000, minSeconds: 6 })
    const worker = await startWorkerHere(test.config, speech.env)
    onTestFinished(() => worker.stop())
    await vi.waitFor(
      async () => {
        const tasks = test.ctx.db.selectFrom('tasks').select('index').where('processId', '=', processId)
        expect(await tasks.where('kind', '=', 'recognise').where('attempts', '>', 0).execute()).not.toEqual([])
      },
      { timeout: 120_000, interval: 50 },
    )

    await askAndWait(owner)
    await test.ctx.db.transaction().execute((tx) => test.ctx.jobs.enqueue(tx, deleteDue, [{ userId }]))
    await vi.waitFor(async () => expect(await exists(userId)).toBe(false), { timeout: 60_000, interval: 100 })
    await worker.stop()
    await runJobs(test, 'retention')
    await reconcile(
      { ...test.ctx, now: () => new Date(Date.now() + 2 * DAY_MS) },
      { shelves: [exportShelf], isForced: true },
    )

    expect(await tablesWith([userId, scriptId, processId])).toEqual({ deleted_accounts: 1 })
    for (const prefix of [`scripts/${scriptId}`, `processes/${processId}`])
      expect(await storedUnder(test.config.storage, prefix)).toEqual({ objects: 0, parts: 0 })
    expect(await auditLedger(test.ctx)).toEqual([])
  }, 300_000)
})

async function keysOf(found: AsyncIterable<{ key: string }>): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of found) keys.push(key)
  return keys
}

/** Rows per table that have one of the traces anywhere. */
async function tablesWith(traces: readonly string[]): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const table of await tables()) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} as row
      where row::text like any(${traces.map((trace) => `%${trace}%`)}::text[])`.execute(test.ctx.db)
    const count = rows[0]?.count ?? 0
    if (count > 0) found[table] = count
  }
  return found
}

/** Tables without rows of people. */
const IMPERSONAL = new Set([
  'migrations',
  'tariffs',
  'settings_templates',
  'promo_codes',
  'dispatch_shares',
  'workers',
  'switches',
])

async function tablesOfPeople(): Promise<string[]> {
  return (await tables()).filter((table) => !IMPERSONAL.has(table) && table !== 'deleted_accounts').toSorted()
}

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(test.ctx.db)
  return rows.map(({ name }) => name)
}

async function jobsWith(values: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pgboss.job where data::text like any(${values.map((value) => `%${value}%`)}::text[])`.execute(test.ctx.db) // prettier-ignore
  return rows.map(({ name }) => name)
}
