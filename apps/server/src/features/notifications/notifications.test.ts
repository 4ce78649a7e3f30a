import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'

import type { Message } from '@doslovno/simulators/mail/mailbox.ts'
import { MEETING } from '@doslovno/texts/test/launch-meeting.ts'
import { parse } from '@plussub/srt-vtt-parser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'

import { scriptById } from '#features/scripts/index.ts'
import { listSegments } from '#features/transcripts/index.ts'
import { type MailServer, readMails, startMailServer } from '#test/mailbox.ts'
import { addScript } from '#test/recordings/library.ts'
import { countJobs, runJobs } from '#test/run-jobs.ts'
import { composeWaiting, failProcessing, findChaptersWaiting, recognise } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { mail as mailJob, notify as notifyJob } from './jobs.ts'
import { attach } from './send-mail.ts'

let server: MailServer
let test: TestApp

beforeAll(async () => {
  server = await startMailServer()
  const smtpUrl = `smtp://127.0.0.1:${server.smtpPort}`
  test = await createTestApp({ mail: { smtpUrl, from: 'no-reply@doslovno.example', isTlsRequired: false } })
})
afterAll(async () => {
  await test.close()
  await server.close()
})

type Person = Caller & { userId: string; email: string }

async function newPerson(): Promise<Person> {
  const { id, email } = await test.createUser({ tariffId: 3 })
  return { ...(await test.signInAs(id)), userId: id, email }
}

const save = (person: Caller, payload: object) =>
  person.call({ method: 'POST', url: '/api/account/notifications', payload })
const targetsOf = async (person: Caller) =>
  (await person.call({ url: '/api/account/info' })).json().notificationTargets as object[]
const mailsTo = ({ email }: Person) => readMails(server.pagePort, email)

const addFile = (person: Person, fileName = 'Планёрка.mp3') =>
  addScript(test, person.userId, [], { status: 'uploaded', durationSeconds: 80, fileName })

/** A file that was recognised, with its summaries and chapters. */
async function finishedFile(person: Person, fileName?: string): Promise<string> {
  const scriptId = await addFile(person, fileName)
  await recognise(test, person, scriptId)
  await findChaptersWaiting(test)
  await composeWaiting(test)
  return scriptId
}

/** Runs the jobs of notifications once, without those that they put off. */
const sendNews = () => runJobs(test, 'notifications')

describe('the settings', () => {
  it('are a mail with nothing attached until the user chooses [ACC-7]', async () => {
    expect(await targetsOf(await newPerson())).toEqual([{ target: 'email', formats: [] }])
  })

  it('are saved as targets and formats [ACC-7] [ACC-14]', async () => {
    const person = await newPerson()

    const reply = await save(person, { targets: ['email'], formats: ['vtt', 'txt', 'srt', 'docx', 'txt'] })

    expect(reply.statusCode).toBe(200)
    expect(await targetsOf(person)).toEqual([{ target: 'email', formats: ['vtt', 'txt', 'srt', 'docx'] }])
  })

  it('take the legacy format doc as docx [ACC-7]', async () => {
    const person = await newPerson()

    await save(person, { targets: ['email'], formats: ['doc', 'srt'] })

    expect(await targetsOf(person)).toEqual([{ target: 'email', formats: ['docx', 'srt'] }])
  })

  it('need a format for the target e-mail [ACC-7]', async () => {
    const reply = await save(await newPerson(), { targets: ['email'], formats: [] })

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'invalidRequest', fields: { formats: { code: 'required' } } })
  })

  it.each([{ targets: ['sms'], formats: ['txt'] }, { targets: ['email'], formats: ['pdf'] }, { targets: 'email' }])(
    'refuse what nobody offers: %j',
    async (payload) => {
      expect((await save(await newPerson(), payload)).statusCode).toBe(400)
    },
  )

  it('do not take the target e-mail of a user without an e-mail [ACC-7]', async () => {
    const person = await newPerson()
    await test.ctx.db.updateTable('users').set({ email: null }).where('id', '=', person.userId).execute()

    const reply = await save(person, { targets: ['email'], formats: ['txt'] })

    expect(reply.json()).toMatchObject({ code: 'noEmail' })
    expect(await targetsOf(person)).toEqual([])
  })

  it('switch off targets that are absent [ACC-14]', async () => {
    const person = await newPerson()
    await save(person, { targets: ['email', 'push'], formats: ['txt'] })
    expect(await targetsOf(person)).toEqual([
      { target: 'email', formats: ['txt'] },
      { target: 'push', formats: [] },
    ])

    await save(person, { targets: [], formats: [] })

    expect(await targetsOf(person)).toEqual([])
  })
})

describe('the mail about a finished file', () => {
  it('has the chosen files attached, and they open [ACC-7]', async () => {
    const person = await newPerson()
    await save(person, { targets: ['email'], formats: ['txt', 'docx', 'srt', 'vtt'] })
    await finishedFile(person)

    await sendNews()

    const [mail] = await mailsTo(person)
    expect(mail?.attachments.map(({ fileName }) => fileName)).toEqual([
      'Планёрка.txt',
      'Планёрка.docx',
      'Планёрка.srt',
      'Планёрка.vtt',
    ])
    const [txt, docx, srt, vtt] = (mail?.attachments ?? []).map(({ content }) => Buffer.from(content, 'base64'))
    expect(txt?.toString()).toMatch(/^Саммари\n/)
    expect(txt?.toString()).not.toContain('Главы')
    expect(txt?.toString()).toContain('[00:00:00]\nДобрый день, коллеги, начинаем планёрку по запуску.')
    const document = await unzipped(docx ?? Buffer.alloc(0), 'word/document.xml')
    expect(document).toMatch(/^<\?xml/)
    for (const said of ['Планёрка', 'Саммари', 'Добрый']) expect(document).toContain(said)
    for (const subtitles of [srt, vtt]) {
      const { entries } = parse(subtitles?.toString() ?? '')
      expect(entries.length).toBeGreaterThanOrEqual(MEETING.length)
      expect(entries[0]).toMatchObject({ from: 0 })
    }
    expect(plain(mail?.text)).toContain('К письму приложено 4 файла.')
  })

  it('says what the recording is about, by confirmed statements only', async () => {
    const person = await newPerson()
    const id = await finishedFile(person)
    const about = (await person.call({ url: `/api/scripts/${id}/summary/about` })).json().text as string

    await sendNews()

    const [mail] = await mailsTo(person)
    expect(mail?.subject).toBe('Готово: Планёрка')
    expect(plain(mail?.text)).toContain(`О чём запись\n\n${plain(about.split('\n', 1)[0])}\n\n• «`)
    expect(mail?.text.match(/^• /gm)?.length).toBeLessThanOrEqual(5)
    expect(mail?.html).toContain('<ul')
    expect(mail?.text).toContain(`/files/${id}`)
    expect(mail?.attachments).toEqual([])
  })

  it('leaves out statements that the recording does not confirm', async () => {
    const person = await newPerson()
    const id = await finishedFile(person)
    const { statements } = await test.ctx.db
      .selectFrom('summaries')
      .select('statements')
      .where('scriptId', '=', id)
      .where('type', '=', 'summary')
      .executeTakeFirstOrThrow()
    const doubted = statements?.map((one, at) => (at === 0 ? { ...one, verdict: 'unsure' as const } : one)) ?? []
    await test.ctx.db
      .updateTable('summaries')
      .set({ statements: JSON.stringify(doubted) })
      .where('scriptId', '=', id)
      .where('type', '=', 'summary')
      .execute()

    await sendNews()

    const [mail] = await mailsTo(person)
    expect(plain(mail?.text)).not.toContain(plain(doubted[0]?.text))
    expect(plain(mail?.text)).toContain(plain(doubted[1]?.text))
  })

  it('waits for the summary up to five minutes, then goes without it', async () => {
    const person = await newPerson()
    const scriptId = await addFile(person)
    await recognise(test, person, scriptId)
    const started = test.clock.now
    const { jobs } = test.ctx
    const waits: object[] = []
    const patient = { ...test.ctx, jobs: { ...jobs, putOff: async (_tx: unknown, _job: unknown, payload: object) => void waits.push(payload) } } // prettier-ignore

    await runJobs({ ctx: patient as typeof test.ctx }, 'notifications')

    expect(waits).toHaveLength(1)
    expect(await mailsTo(person)).toEqual([])
    test.clock.now = new Date(started.getTime() + 6 * 60_000)
    await test.ctx.db.transaction().execute((tx) => jobs.enqueue(tx, mailJob, waits as never))
    await sendNews()
    const [mail] = await mailsTo(person)
    expect(mail?.subject).toBe('Готово: Планёрка')
    expect(mail?.text).not.toContain('О\u00a0чём')
    test.clock.now = started
    await composeWaiting(test)
  })

  it('is sent once per process, also if its job runs again', async () => {
    const person = await newPerson()
    const scriptId = await finishedFile(person)
    const again = () => test.ctx.db.transaction().execute((tx) => test.ctx.jobs.enqueue(tx, notifyJob, [{ scriptId }]))

    await sendNews()
    await again()
    await sendNews()

    const mails = await mailsTo(person)
    expect(mails).toHaveLength(1)
    expect(headerOf(mails[0], 'message-id')).toMatch(/^<notification-[\w-]{36}@doslovno\.example>$/)
    await recognise(test, person, scriptId, { again: true })
    await composeWaiting(test)
    await sendNews()
    expect(await mailsTo(person)).toHaveLength(2)
  })

  it('is retried when the mail server does not answer', async () => {
    const person = await newPerson()
    const scriptId = await finishedFile(person)
    const { mail } = test.ctx
    const down = { ...test.ctx, mail: { ...mail, send: () => Promise.reject(new Error('down')) } }

    await expect(runJobs({ ctx: down }, 'notifications')).rejects.toThrow('down')

    await test.ctx.db.transaction().execute((tx) => test.ctx.jobs.enqueue(tx, notifyJob, [{ scriptId }]))
    await sendNews()
    expect(await mailsTo(person)).toHaveLength(1)
  })

  it.each([
    ['switched off', async (person: Person) => void (await save(person, { targets: [], formats: [] }))],
    ['deleted', async (person: Person, id: string) => void (await person.call({ method: 'DELETE', url: `/api/scripts/${id}` }))], // prettier-ignore
    [
      'of a user who is leaving',
      async ({ userId }: Person) => {
        const gone = { deletionRequestedAt: new Date(), deletionDueAt: new Date() }
        await test.ctx.db.updateTable('users').set(gone).where('id', '=', userId).execute()
      },
    ],
    [
      'of a user who is disabled',
      async ({ userId }: Person) =>
        void (await test.ctx.db
          .updateTable('users')
          .set({ disabledAt: new Date() })
          .where('id', '=', userId)
          .execute()),
    ],
    [
      'of a user without an e-mail',
      async ({ userId }: Person) =>
        void (await test.ctx.db.updateTable('users').set({ email: null }).where('id', '=', userId).execute()),
    ],
  ])('is not sent for a file that is %s', async (_title, change) => {
    const person = await newPerson()
    const id = await finishedFile(person)
    await change(person, id)

    await sendNews()

    expect(await mailsTo(person)).toEqual([])
    expect(await countJobs(test.ctx.db, 'notifications')).toBe(0)
  })

  it('is not sent once the file is processed again; the new end is told instead', async () => {
    const person = await newPerson()
    const scriptId = await finishedFile(person)
    await failProcessing(test, person, scriptId, 'mediaBroken', { again: true })

    await sendNews()

    const mails = await mailsTo(person)
    expect(mails.map(({ subject }) => subject)).toEqual(['Не получилось: Планёрка'])
  })

  it('is not sent about a process that was cancelled', async () => {
    const person = await newPerson()
    const scriptId = await finishedFile(person)
    await failProcessing(test, person, scriptId, 'cancelled', { again: true })

    await sendNews()

    expect(await mailsTo(person)).toEqual([])
  })

  it('leaves out files that do not fit into a mail together', async () => {
    const person = await newPerson()
    const id = await finishedFile(person)
    const script = await scriptById(test.ctx.db, id)
    const segments = await listSegments(test.ctx.db, id)
    const summary = { about: '', main: [], statements: [], chapters: [] }
    if (!script) throw new Error('The file is gone')
    const finished = { script, segments, summary, formats: ['vtt', 'txt', 'srt'] as const }
    const whole = await attach(test.ctx, finished)
    const [txt, srt] = whole.attachments.map(({ content }) => Buffer.byteLength(content))

    const { attachments, leftOut } = await attach(test.ctx, finished, (txt ?? 0) + (srt ?? 0))

    expect(attachments.map(({ name }) => name)).toEqual(['Планёрка.txt', 'Планёрка.srt'])
    expect(leftOut).toEqual(['vtt'])
  })

  it('has a safe name for its files and escapes hostile names', async () => {
    const person = await newPerson()
    await save(person, { targets: ['email'], formats: ['txt'] })
    await finishedFile(person, '../<img src=x onerror=alert(1)>"план".mp3')

    await sendNews()

    const [mail] = await mailsTo(person)
    expect(mail?.attachments.map(({ fileName }) => fileName)).toEqual(['img src=x onerror=alert(1) план.txt'])
    expect(mail?.html).not.toContain('<img')
  })
})

describe('the mail about a failure', () => {
  it('has no attachments, whatever was chosen', async () => {
    const person = await newPerson()
    await save(person, { targets: ['email'], formats: ['txt'] })
    const scriptId = await addFile(person)
    await failProcessing(test, person, scriptId, 'noAudioStream')

    await sendNews()

    const [mail] = await mailsTo(person)
    expect(mail?.subject).toBe('Не получилось: Планёрка')
    expect(mail?.attachments).toEqual([])
  })
})

describe('unsubscribing', () => {
  const post = (url: string, options: object = {}) => test.app.inject({ method: 'POST', url, ...options })

  async function mailed(): Promise<{ person: Person; mail: Message | undefined; url: string }> {
    const person = await newPerson()
    await save(person, { targets: ['email'], formats: ['docx'] })
    await finishedFile(person)
    await sendNews()
    const [mail] = await mailsTo(person)
    const url = /^<(https?:[^>]+)>$/.exec(headerOf(mail, 'list-unsubscribe'))?.[1] ?? ''
    return { person, mail, url: url.replace(test.config.publicUrl, '') }
  }

  it.each([
    [
      'as Gmail does it',
      { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'List-Unsubscribe=One-Click' },
    ],
    [
      'by a multipart form',
      {
        headers: { 'content-type': 'multipart/form-data; boundary=cut' },
        payload: '--cut\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--cut--\r\n',
      },
    ],
    ['without a body', {}],
  ])('switches mails off by the header of the mail: %s', async (_title, options) => {
    const { person, mail, url } = await mailed()
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')

    const reply = await post(url, options)

    expect(reply.statusCode).toBe(200)
    expect(await targetsOf(person)).toEqual([])
    await finishedFile(person)
    await sendNews()
    expect(await mailsTo(person)).toHaveLength(1)
  })

  it('has a link in the mail to a page, which changes nothing by itself', async () => {
    const { person, mail, url } = await mailed()
    const token = new URLSearchParams(url.split('?')[1]).get('token')

    expect(mail?.text).toContain(`Отписаться от\u00a0таких писем:\n${test.config.publicUrl}/unsubscribe?token=${token}`)
    expect(mail?.html).toContain(`/unsubscribe?token=${token}`)
    await test.app.inject({ method: 'GET', url })
    expect(await targetsOf(person)).toEqual([{ target: 'email', formats: ['docx'] }])
  })

  it('needs the signature of this very user', async () => {
    const [first, second] = [await mailed(), await mailed()]
    const tokenOf = ({ url }: { url: string }) =>
      Buffer.from(new URLSearchParams(url.split('?')[1]).get('token') ?? '', 'base64url')
    const mixed = Buffer.concat([tokenOf(first).subarray(0, 16), tokenOf(second).subarray(16)]).toString('base64url')

    for (const token of [mixed, 'x', '', tokenOf(first).subarray(0, 20).toString('base64url')])
      expect((await post(`/api/notifications/unsubscribe?token=${token}`)).json()).toMatchObject({
        code: 'tokenNotValid',
      })

    expect(await targetsOf(first.person)).toHaveLength(1)
  })

  it('is the only call that takes a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }

    const reply = await post('/api/account/login', { headers, payload: 'email=a&password=b' })

    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.json()).toMatchObject({ code: 'invalidRequest' })
  })
})

const plain = (text = '') => text.replaceAll('\u00a0', ' ')

const headerOf = (mail: Message | undefined, wanted: string) =>
  mail?.headers.find(({ name }) => name.toLowerCase() === wanted)?.value.replaceAll(/\s+/g, '') ?? ''

/** The text of one file of a ZIP archive. */
async function unzipped(archive: Buffer, wanted: string): Promise<string> {
  const zip = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(archive, {})
  const open = promisify<yauzl.Entry, Readable>(zip.openReadStream.bind(zip))
  const texts: Promise<string>[] = []
  zip.on('entry', (entry: yauzl.Entry) => {
    if (entry.fileName === wanted) texts.push(open(entry).then(async (file) => text(file)))
  })
  await once(zip, 'end')
  return texts[0] ?? Promise.reject(new Error(`No ${wanted} in the archive`))
}
