import type { User } from '@doslovno/contract/account/accounts.ts'
import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { WorkerContext } from '#context.ts'
import { readConfig } from '#platform/config.ts'
import { addScript } from '#test/recordings/library.ts'
import { startProcessing, uploadRecording } from '#test/recordings/pipeline.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { createBucket, storedUnder, versionsUnder } from '#test/recordings/storage.ts'
import { addFreshTalk, composeWaiting, make, recognise } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { clear } from './jobs.ts'
import { expireScripts } from './remove.ts'

const PRO = 3

let test: TestApp
let removeBucket: () => Promise<void>
beforeAll(async () => {
  const bucket = await createBucket(readConfig({ ...process.env, MODELS_DIR: '-' }).storage, { isVersioned: true })
  removeBucket = bucket.remove
  test = await createTestApp({ storage: bucket.config })
})
afterAll(async () => {
  await test.close()
  await removeBucket()
})

describe('a script', () => {
  it('is deleted with its objects, rows and held minutes; the monthly count and the ledger stay [HOME-3]', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, toWav(Buffer.alloc(64_000)))
    const processId = await startProcessing(owner, id)

    const reply = await owner.call({ method: 'DELETE', url: `/api/scripts/${id}` })

    expect(reply.statusCode).toBe(200)
    await clearStorage()
    expect(await storedUnder(test.config.storage, `scripts/${id}`)).toEqual({ objects: 0, parts: 0 })
    expect(await storedUnder(test.config.storage, `processes/${processId}`)).toEqual({ objects: 0, parts: 0 })
    // For a restore the recording stays under a delete marker, until the bucket's rule ends it after BACKUP_DAYS.
    expect(await versionsUnder(test.config.storage, `scripts/${id}/original`)).toEqual({
      current: 0,
      old: 1,
      markers: 1,
    })
    for (const table of ['scripts', 'uploads'] as const) {
      const rows = await test.ctx.db.selectFrom(table).select('fileName').where('id', '=', id).execute()
      expect(rows).toEqual(table === 'uploads' ? [{ fileName: '' }] : [])
    }
    const tasks = await test.ctx.db.selectFrom('tasks').select('index').where('processId', '=', processId).execute()
    expect(tasks).toEqual([])
    expect((await owner.call({ url: `/api/scripts/${id}` })).statusCode).toBe(404)
    expect(await accountOf(owner)).toMatchObject({ availableUploads: 9 })
  })

  it('is remembered as the first upload of its owner after it was deleted, in any month [HOME-13]', async () => {
    const owner = await test.signIn({ tariffId: PRO })
    const before = await accountOf(owner)
    const id = await uploadRecording(owner, toWav(Buffer.alloc(64_000)))

    await owner.call({ method: 'DELETE', url: `/api/scripts/${id}` })
    await sql`delete from uploads where user_id = ${owner.userId}`.execute(test.ctx.db)

    expect(before).toMatchObject({ hasUploaded: false, availableUploads: null })
    expect(await accountOf(owner)).toMatchObject({ hasUploaded: true, availableUploads: null })
  })

  it('does not count as uploaded before its last byte has arrived, or if it was aborted [HOME-13]', async () => {
    const owner = await test.signIn()
    const payload = { fileName: 'a.wav', contentType: 'audio/wav', size: 144 }
    const opened = await owner.call({ method: 'POST', url: '/api/uploads', payload })
    const { upload } = opened.json<{ upload: { id: string } }>()
    const open = await accountOf(owner)

    await owner.call({ method: 'DELETE', url: `/api/uploads/${upload.id}` })

    expect([open, await accountOf(owner)].map(({ hasUploaded }) => hasUploaded)).toEqual([false, false])
  })

  it('leaves a tombstone after its retention period, for its owner and for visitors with the link [FILE-4]', async () => {
    const owner = await test.signIn()
    const [own, shared] = [
      await addScript(test, owner.userId ?? '', ['Раз.']),
      await addScript(test, owner.userId ?? '', ['Два.'], { isPublic: true }),
    ]
    await test.ctx.db.updateTable('scripts').set({ keepUntil: new Date(0) }).where('id', 'in', [own, shared]).execute() // prettier-ignore

    await expireScripts(test.ctx)

    const listed = async (url: string) => (await owner.call({ url })).json<{ data: ScriptSummary[] }>().data
    const visit = async (id: string) => (await test.app.inject({ url: `/api/scripts/${id}` })).statusCode
    const look = async (id: string) => (await owner.call({ url: `/api/scripts/${id}` })).statusCode
    expect([await look(own), await visit(own), await visit(shared)]).toEqual([410, 404, 410])
    expect((await listed('/api/scripts')).map(({ isExpired }) => isExpired)).toEqual([true, true])
    expect(await listed(`/api/scripts/search?search=${encodeURIComponent('раз')}`)).toEqual([])
  })

  it('expires with its summaries, chapters and tasks', async () => {
    const owner = await test.signIn()
    const id = await addFreshTalk(test, owner)
    await composeWaiting(test)
    const chapter = { scriptId: id, index: 0, processId: id, textVersion: 0, startSeconds: 0, title: 'Бюджет' }
    await test.ctx.db.insertInto('chapters').values(chapter).execute()
    await test.ctx.db.updateTable('scripts').set({ keepUntil: new Date(0) }).where('id', '=', id).execute() // prettier-ignore

    await expireScripts(test.ctx)

    for (const table of ['summaries', 'chapters', 'actionItems', 'digests'] as const)
      expect(await test.ctx.db.selectFrom(table).select('scriptId').where('scriptId', '=', id).execute()).toEqual([])
    expect((await make(owner, id, 'summary')).statusCode).toBe(410)
  })

  it('expires with the names of its participants', async () => {
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '', [], { status: 'uploaded' })
    await recognise(test, owner, id, { language: 'ru', vocabulary: { names: ['Мюллер'] } })
    const kept = () => test.ctx.db.selectFrom('processes').select('vocabulary').where('scriptId', '=', id).execute()
    const before = await kept()
    await test.ctx.db.updateTable('scripts').set({ keepUntil: new Date(0) }).where('id', '=', id).execute() // prettier-ignore

    await expireScripts(test.ctx)

    expect(before).toMatchObject([{ vocabulary: { asked: { names: ['Мюллер'] } } }])
    expect(await kept()).toEqual([{ vocabulary: null }])
  })

  it('expires with all others that are due, and one that fails does not keep them waiting', async () => {
    const { id: userId } = await test.createUser()
    const failing = await addScript(test, userId)
    await sql`
      insert into scripts (id, user_id, file_name, size_bytes, kind, content_type, keep_until)
      select gen_random_uuid(), ${userId}, 'a.mp3', 1, 'audio', 'audio/mpeg', now() - interval '1 hour'
      from generate_series(1, 1001)`.execute(test.ctx.db)
    await test.ctx.db
      .updateTable('scripts')
      .set({ keepUntil: new Date(0) })
      .where('id', '=', failing)
      .execute()
    await sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
      test.ctx.db,
    )
    await sql`create trigger refuse before update on scripts for each row when (old.id = ${sql.lit(failing)})
      execute function refuse()`.execute(test.ctx.db)

    const expired = expireScripts(test.ctx, { isForced: true })
    await expect(expired).rejects.toThrow('1 overdue files were not deleted')

    const alive = await test.ctx.db
      .selectFrom('scripts')
      .select('id')
      .where('userId', '=', userId)
      .where('expiredAt', 'is', null)
      .execute()
    expect(alive).toEqual([{ id: failing }])
    await sql`drop trigger refuse on scripts`.execute(test.ctx.db)
  })
})

const accountOf = async (owner: Caller) => (await owner.call({ url: '/api/account' })).json<{ user: User }>().user

/** Runs the enqueued jobs as the worker would; they need storage only. */
async function clearStorage(): Promise<void> {
  const { rows } = await sql<{ data: { keys: string[] } }>`
    select data from pgboss.job where name = 'retention.clear'`.execute(test.ctx.db)
  for (const { data } of rows) await clear.run(test.ctx as WorkerContext, data, new AbortController().signal)
}
