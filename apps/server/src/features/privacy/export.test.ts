import { randomUUID } from 'node:crypto'

import type { DataExport } from '@doslovno/contract/account/privacy.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'

import { reconcile } from '#features/retention/index.ts'
import { readConfig } from '#platform/config.ts'
import { createFullAccount, putObject, SECRETS } from '#test/full-account.ts'
import { addScript } from '#test/recordings/library.ts'
import { createBucket, storedUnder } from '#test/recordings/storage.ts'
import { runJobs } from '#test/run-jobs.ts'
import { type Caller, createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'
import { unzip } from '#test/unzip.ts'
import { startWorker, startWorkerHere } from '#test/worker.ts'

import { giveUpExport } from './make-export.ts'
import { exportShelf } from './shelf.ts'
import { sweepPrivacy } from './sweep.ts'

const DAY_MS = 24 * 3_600_000
const URL = '/api/account/data-export'

let test: TestApp
let removeBucket: () => Promise<void>
let mails: { to: string; subject: string; text: string }[]

beforeAll(async () => {
  const bucket = await createBucket(readConfig({ ...process.env, MODELS_DIR: '-' }).storage)
  removeBucket = bucket.remove
  test = await createTestApp({ storage: bucket.config })
  mails = []
  test.ctx.mail.send = async (to, { subject, text }) => void mails.push({ to, subject, text })
})
afterAll(async () => {
  await test.close()
  await removeBucket()
})

const request = async (owner: Caller) =>
  (await owner.call({ method: 'POST', url: URL })).json<{ export: DataExport }>().export
const read = async (owner: Caller) => (await owner.call({ url: URL })).json<{ export: DataExport | null }>().export
const open = (caller: Pick<Caller, 'call'>, payload: object = {}) =>
  caller.call({ method: 'POST', url: `${URL}/open`, payload })
const visitor = (): Pick<Caller, 'call'> => ({ call: (options) => test.app.inject(options) })

async function downloadOwn(owner: Caller): Promise<{ files: Map<string, Buffer>; name: string }> {
  const { url } = (await open(owner)).json<{ url: string }>()
  const reply = await fetch(url)
  const files = await unzip(Buffer.from(await reply.arrayBuffer()))
  return { files, name: reply.headers.get('content-disposition') ?? '' }
}

describe('an archive of a person’s data', () => {
  it('has everything the service stores about them, and no secret [152-FZ]', async () => {
    const { owner, userId, email } = await createFullAccount(test)

    const requested = await request(owner)
    await runJobs(test, 'privacy')

    expect(requested).toMatchObject({ status: 'making', size: null, expiresAt: null })
    const { files, name } = await downloadOwn(owner)
    expect(name).toMatch(/^attachment; filename=".*\.zip"; filename\*=UTF-8''%D0%94/)
    const folder = `files/${new Date().toISOString().slice(0, 10)} Встреча`
    expect([...files.keys()].toSorted()).toEqual(
      [
        'README.txt',
        'account.json',
        'api-key.json',
        'billing/minutes.json',
        'billing/payments.json',
        'billing/promo.json',
        'billing/tariff.json',
        'feedback.json',
        'folders.json',
        'notifications.json',
        'protection.json',
        'uploads.json',
        'vocabulary.json',
        'webhooks.json',
        `${folder}/metadata.json`,
        `${folder}/transcript.json`,
        `${folder}/transcript.txt`,
        `${folder}/transcript.vtt`,
        `${folder}/transcript.srt`,
        `${folder}/transcript.docx`,
        `${folder}/summaries.json`,
        `${folder}/chapters.json`,
        `${folder}/tasks.json`,
        `${folder}/Встреча.mp3`,
      ].toSorted(),
    )
    const textOf = (path: string) => files.get(path)?.toString() ?? ''
    const jsonOf = (path: string): unknown => JSON.parse(textOf(path))
    expect(textOf('README.txt')).toContain('В нём всё, что сервис хранит о тебе и твоих файлах.')
    expect(textOf(`${folder}/Встреча.mp3`)).toBe('the recording itself')
    expect(textOf(`${folder}/transcript.txt`)).toBe(
      '[00:00:00] Спикер 1\nБюджет утвердили.\n\n[00:00:10] Анна\nОтчёт пришлёт Анна.\n',
    )
    expect(textOf(`${folder}/transcript.srt`)).toContain('Анна: Отчёт пришлёт Анна.')
    expect(files.get(`${folder}/transcript.docx`)?.subarray(0, 2).toString()).toBe('PK')
    expect(jsonOf(`${folder}/transcript.json`)).toMatchObject({
      segments: [{ text: 'Бюджет утвердили.', words: [{ text: 'Бюджет' }, { text: 'утвердили.' }] }, {}],
      speakers: [{ speakerId: 1, name: 'Анна' }],
      recognised: [{}, {}],
      edits: [{ version: 1 }],
    })
    expect(jsonOf(`${folder}/summaries.json`)).toMatchObject([{ statements: [{ text: 'Бюджет утверждён.' }] }])
    expect(jsonOf(`${folder}/chapters.json`)).toMatchObject([{ title: 'Бюджет' }])
    expect(jsonOf(`${folder}/tasks.json`)).toMatchObject([{ text: 'Прислать отчёт' }])
    expect(jsonOf('account.json')).toMatchObject({
      profile: { id: userId, email, hasPassword: true },
      identities: [{ provider: 'yandex' }],
      consents: [{ document: 'offer' }, { document: 'privacy' }, { document: 'personalData' }],
      sessions: [{ revokedAt: null }],
      events: [{ kind: 'login' }, { kind: 'dataExported' }],
    })
    expect(jsonOf('billing/payments.json')).toMatchObject({
      payments: [{ amountKopecks: 9900 }],
      refunds: [{ amountKopecks: 100 }],
    })
    expect(jsonOf('billing/tariff.json')).toMatchObject({ card: { title: 'Bank card *4444' } })
    expect(jsonOf('uploads.json')).toMatchObject({ uploads: [{}, {}], links: [{ url: 'https://example.ru/talk.mp3' }] })
    expect(jsonOf('protection.json')).toMatchObject({ passkeys: [{ name: 'Ноутбук' }] })
    expect(jsonOf('webhooks.json')).toMatchObject({ endpoints: [{ url: 'https://example.ru/hook' }] })
    expect(jsonOf('folders.json')).toMatchObject([{ name: 'Встречи' }])
    expect(jsonOf('vocabulary.json')).toMatchObject({
      vocabularies: [{ id: userId }, { name: 'Продажи' }],
      terms: [{ text: 'Мюллер' }],
      joined: [{ role: 'use' }],
      exceptions: [{ heard: 'нюлер', text: 'Мюллер' }],
      declined: ['гринштейн'],
    })
    expect(jsonOf('feedback.json')).toMatchObject([{ text: 'Спасибо!' }])
    expect(jsonOf('api-key.json')).toMatchObject({ key: 'dsl_••••••••' })
    const { passwordHash } = await test.ctx.db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirstOrThrow() // prettier-ignore
    const everything = [...files.values()].map((content) => content.toString('latin1')).join('\n')
    for (const secret of [...SECRETS, PASSWORD, passwordHash ?? '-']) expect(everything).not.toContain(secret)
  })

  it('is offered by a mailed link, which works without a session, more than once, for a day [152-FZ]', async () => {
    const { id, email } = await test.createUser()
    const owner = await test.signInAs(id)

    await request(owner)
    await runJobs(test, 'privacy')

    const mail = mails.find(({ to }) => to === email)
    expect(mail?.subject).toBe('Архив с твоими данными готов')
    const token = /\/account\/export\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const stored = await test.ctx.db.selectFrom('dataExports').selectAll().where('userId', '=', id).executeTakeFirst()
    expect(JSON.stringify(stored)).not.toContain(token)
    for (const _ of [1, 2]) {
      const { url } = (await open(visitor(), { token })).json<{ url: string }>()
      expect((await fetch(url)).status).toBe(200)
    }
    const made = await read(owner)
    expect(made).toMatchObject({ status: 'ready', size: expect.any(Number) })
    const life = new Date(made?.expiresAt ?? 0).getTime() - Date.now()
    expect(life / DAY_MS).toBeCloseTo(1, 2)
    await test.ctx.db.updateTable('dataExports').set({ expiresAt: new Date() }).where('userId', '=', id).execute()
    expect((await open(visitor(), { token })).json()).toMatchObject({ code: 'tokenNotValid' })
    expect(await read(owner)).toBeNull()
  })

  it('opens for nobody else', async () => {
    const owner = await test.signIn()
    const stranger = await test.signIn()
    await request(owner)
    await runJobs(test, 'privacy')

    expect(await read(stranger)).toBeNull()
    expect((await open(stranger)).statusCode).toBe(404)
    expect((await open(visitor())).json()).toMatchObject({ code: 'needAuthorization' })
    expect((await open(visitor(), { token: 'x'.repeat(43) })).json()).toMatchObject({ code: 'tokenNotValid' })
  })

  it('is made one at a time', async () => {
    const owner = await test.signIn()

    const first = await request(owner)

    expect(await request(owner)).toEqual(first)
    expect((await open(owner)).json()).toMatchObject({ code: 'exportNotReady' })
    const rows = await test.ctx.db.selectFrom('dataExports').select('id').where('userId', '=', owner.userId ?? '').execute() // prettier-ignore
    expect(rows).toHaveLength(1)
    await runJobs(test, 'privacy')
  })

  it('is made three times a day at most', async () => {
    const limited = await createTestApp({ rateLimits: { redisUrl: undefined, factor: 1 } })
    const owner = await limited.signIn()

    const statuses: number[] = []
    for (const _ of [1, 2, 3, 4]) {
      statuses.push((await owner.call({ method: 'POST', url: URL })).statusCode)
      await limited.ctx.db.updateTable('dataExports').set({ status: 'failed' }).execute()
    }

    expect(statuses).toEqual([200, 200, 200, 429])
    await limited.close()
  })

  it('gives every file a name that is safe and its own', async () => {
    const owner = await test.signIn()
    const names = ['../../../etc/passwd', '..\\..\\boot.mp3', 'talk.mp3', 'TALK.mp3', 'metadata.json', 'con.mp3']
    for (const [at, fileName] of names.entries()) {
      const id = await addScript(test, owner.userId ?? '', ['Привет.'], { fileName, uploadedAt: new Date(at) })
      await putObject(test, `scripts/${id}/original`, fileName)
    }

    await request(owner)
    await runJobs(test, 'privacy')

    const paths = [...(await downloadOwn(owner)).files.keys()].filter((path) => path.startsWith('files/'))
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length)
    expect(paths.filter((path) => /(^|\/)\.\.(\/|$)|\\|^\//.test(path))).toEqual([])
    expect(paths.filter((path) => !/metadata\.json$|transcript\.\w+$/.test(path)).toSorted()).toEqual([
      'files/1970-01-01 boot/boot.mp3',
      'files/1970-01-01 con/file con.mp3',
      'files/1970-01-01 etc passwd/etc passwd',
      'files/1970-01-01 metadata/metadata (2).json',
      'files/1970-01-01 TALK (2)/TALK.mp3',
      'files/1970-01-01 talk/talk.mp3',
    ].toSorted()) // prettier-ignore
  })

  it('leaves a recording out that has expired or is missing, and tells of the file', async () => {
    const owner = await test.signIn()
    await addScript(test, owner.userId ?? '', ['Привет.'])

    await request(owner)
    await runJobs(test, 'privacy')

    const paths = [...(await downloadOwn(owner)).files.keys()].filter((path) => path.startsWith('files/'))
    expect(paths).toHaveLength(6)
  })

  it('reports its failure and can be requested again', async () => {
    const owner = await test.signIn()
    await request(owner)
    const { id } = await test.ctx.db.selectFrom('dataExports').select('id').where('userId', '=', owner.userId ?? '').executeTakeFirstOrThrow() // prettier-ignore

    await giveUpExport(test.ctx, id)

    expect(await read(owner)).toMatchObject({ status: 'failed' })
    expect(await request(owner)).toMatchObject({ status: 'making' })
    await runJobs(test, 'privacy')
    expect(await read(owner)).toMatchObject({ status: 'ready' })
  })

  it('is deleted after a day', async () => {
    const owner = await test.signIn()
    await request(owner)
    await runJobs(test, 'privacy')
    const { id } = await test.ctx.db.selectFrom('dataExports').select('id').where('userId', '=', owner.userId ?? '').executeTakeFirstOrThrow() // prettier-ignore
    await test.ctx.db
      .updateTable('dataExports')
      .set({ expiresAt: new Date(0) })
      .where('id', '=', id)
      .execute()

    await sweep()

    expect(await storedUnder(test.config.storage, `exports/${id}`)).toEqual({ objects: 0, parts: 0 })
    expect(await test.ctx.db.selectFrom('dataExports').select('id').where('id', '=', id).execute()).toEqual([])
  })

  it('is known to the nightly comparison, which deletes archives without a row', async () => {
    const owner = await test.signIn()
    await request(owner)
    await runJobs(test, 'privacy')
    const { id } = await test.ctx.db.selectFrom('dataExports').select('id').where('userId', '=', owner.userId ?? '').executeTakeFirstOrThrow() // prettier-ignore
    const stray = `exports/${randomUUID()}.zip`
    await putObject(test, stray, 'left behind')
    const unfinished = `exports/${randomUUID()}.zip`
    await test.ctx.storage.parts.begin(unfinished, 'application/zip')
    const later = { ...test.ctx, now: () => new Date(Date.now() + 2 * DAY_MS) }

    await reconcile(later, { shelves: [exportShelf], isForced: true })

    expect(await storedUnder(test.config.storage, stray)).toEqual({ objects: 0, parts: 0 })
    expect(await storedUnder(test.config.storage, unfinished)).toEqual({ objects: 0, parts: 0 })
    expect(await storedUnder(test.config.storage, `exports/${id}`)).toEqual({ objects: 1, parts: 0 })
  })

  it('survives a worker killed by SIGKILL: the next one starts over and leaves nothing behind', async () => {
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '', ['Привет.'])
    await putObject(test, `scripts/${id}/original`, 'x'.repeat(60_000_000))
    await request(owner)
    const { id: exportId } = await test.ctx.db.selectFrom('dataExports').select('id').where('userId', '=', owner.userId ?? '').executeTakeFirstOrThrow() // prettier-ignore

    const worker = await startWorker(test.config, { WORKER_ROLES: 'media' })
    onTestFinished(() => worker.kill('SIGKILL'))
    await vi.waitFor(
      async () =>
        expect(await storedUnder(test.config.storage, `exports/${exportId}`)).toEqual({ objects: 0, parts: 1 }),
      { timeout: 60_000, interval: 20 },
    )
    await worker.kill('SIGKILL')
    const next = await startWorkerHere(test.config, { WORKER_ROLES: 'media' })
    onTestFinished(() => next.stop())

    await vi.waitFor(async () => expect(await read(owner)).toMatchObject({ status: 'ready' }), {
      timeout: 120_000,
      interval: 100,
    })
    expect(await storedUnder(test.config.storage, `exports/${exportId}`)).toEqual({ objects: 1, parts: 0 })
    const { files } = await downloadOwn(owner)
    expect([...files].find(([path]) => path.endsWith('/talk.mp3'))?.[1].length).toBe(60_000_000)
  }, 300_000)
})

async function sweep(): Promise<void> {
  await sweepPrivacy(test.ctx)
  await runJobs(test, 'privacy')
  await runJobs(test, 'retention')
}
