import { createHash, randomBytes } from 'node:crypto'

import type { getPush } from '@doslovno/contract/account/notifications.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'

import { readConfig } from '#platform/config.ts'
import type { Pair } from '#test/people.ts'
import { type PushService, type PushTarget, startPushService } from '#test/push-service.ts'
import { addScript } from '#test/recordings/library.ts'
import { runJobs } from '#test/run-jobs.ts'
import { composeWaiting, failProcessing, recognise } from '#test/summaries.ts'
import { type Caller, createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'

type Browsers = z.output<(typeof getPush)['reply']>

let service: PushService
let test: TestApp
let person: Caller & { userId: string }

beforeAll(async () => {
  service = await startPushService()
  const { download } = readConfig(process.env)
  test = await createTestApp({ download: { ...download, allowedPrivateHosts: [`127.0.0.1:${service.port}`] } })
  test.ctx.mail.send = async () => undefined
})
afterAll(async () => {
  await test.close()
  await service.close()
})
beforeEach(async () => {
  person = await newPerson()
  service.answer = 201
})

async function newPerson() {
  const { id } = await test.createUser({ tariffId: 3 })
  return { ...(await test.signInAs(id)), userId: id }
}

const subscribe = (caller: Caller, { endpoint, p256dh, auth }: PushTarget) =>
  caller.call({ method: 'POST', url: '/api/account/push', payload: { endpoint, keys: { p256dh, auth } } })
const unsubscribe = (caller: Caller, { endpoint }: PushTarget) =>
  caller.call({ method: 'POST', url: '/api/account/push/unsubscribe', payload: { endpoint } })
const browsersOf = async (caller: Caller) => (await caller.call({ url: '/api/account/push' })).json<Browsers>()
const targetsOf = async (caller: Caller) =>
  (await caller.call({ url: '/api/account/info' })).json().notificationTargets as { target: string }[]
const shownTo = ({ endpoint }: PushTarget) =>
  service.delivered.filter(({ path }) => endpoint.endsWith(path)).map(({ message }) => message)

const addFile = ({ userId }: { userId: string }) =>
  addScript(test, userId, [], { status: 'uploaded', durationSeconds: 80, fileName: 'Планёрка.mp3' })

async function finishFile(): Promise<string> {
  const scriptId = await addFile(person)
  await recognise(test, person, scriptId)
  await composeWaiting(test)
  return scriptId
}

describe('a browser', () => {
  it('gets the key of the server and finds itself among those of the user', async () => {
    const browser = service.browser()

    await subscribe(person, browser)

    expect(await browsersOf(person)).toEqual({
      publicKey: test.config.push?.publicKey,
      browsers: [createHash('sha256').update(browser.endpoint).digest('base64url')],
    })
    expect(await targetsOf(person)).toContainEqual({ target: 'push', formats: [] })
  })

  it('moves to the user who registers it last', async () => {
    const [browser, other] = [service.browser(), await newPerson()]
    await subscribe(person, browser)

    await subscribe(other, browser)

    expect((await browsersOf(person)).browsers).toEqual([])
    expect((await browsersOf(other)).browsers).toHaveLength(1)
  })

  it('is forgotten on request, by its own user only', async () => {
    const browser = service.browser()
    await subscribe(person, browser)

    await unsubscribe(await newPerson(), browser)
    expect((await browsersOf(person)).browsers).toHaveLength(1)
    await unsubscribe(person, browser)

    expect((await browsersOf(person)).browsers).toEqual([])
    expect(await targetsOf(person)).not.toContainEqual({ target: 'push', formats: [] })
  })

  it('is the oldest of more than twenty when it is forgotten', async () => {
    const all = Array.from({ length: 21 }, () => service.browser())
    for (const browser of all) await subscribe(person, browser)

    const { browsers } = await browsersOf(person)

    const [first] = all.map(({ endpoint }) => createHash('sha256').update(endpoint).digest('base64url'))
    expect(browsers).toHaveLength(20)
    expect(browsers).not.toContain(first)
  })

  it.each([
    ['a private address', { endpoint: 'https://10.0.0.7/send' }],
    ['the metadata of a cloud', { endpoint: 'http://169.254.169.254/latest' }],
    ['an open connection', { endpoint: 'http://fcm.googleapis.com/fcm/send/1' }],
    ['a port of ours', { endpoint: 'https://fcm.googleapis.com:5432/' }],
    ['a key that is no point of the curve', { p256dh: `B${'A'.repeat(86)}` }],
    ['a short secret', { auth: randomBytes(8).toString('base64url') }],
  ])('is refused with %s', async (_title, change) => {
    const reply = await subscribe(person, { ...service.browser(), ...change })

    expect(reply.json()).toMatchObject({ code: 'invalidRequest' })
    expect((await browsersOf(person)).browsers).toEqual([])
  })
})

describe('a notification', () => {
  /** How the session of a lost phone ends. */
  const ends: [string, (refreshToken: string, sessionId: string) => InjectOptions][] = [
    ['its logout', (refreshToken) => ({ url: '/api/account/logout', payload: { refreshToken } })],
    ['the list of sessions', (_, id) => ({ method: 'DELETE', url: `/api/account/sessions/${id}` })],
    ['«end others»', () => ({ url: '/api/account/sessions/end-others' })],
  ]

  it.each(ends)(
    'is not shown in a browser whose session was ended by %s, and is shown in the others',
    async (_, end) => {
      const { id, email } = await test.createUser({ tariffId: 3 })
      const payload = { email, password: PASSWORD }
      const lost = (await test.app.inject({ method: 'POST', url: '/api/account/login', payload })).json<Pair>()
      const { sessionId = '' } = (await test.ctx.tokens.readAccess(lost.accessToken, test.clock.now)) ?? {}
      person = { ...(await test.signInAs(id)), userId: id }
      const [phone, laptop] = [service.browser(), service.browser()]
      await subscribe(test.as(lost.accessToken), phone)
      await subscribe(person, laptop)

      await person.call({ method: 'POST', ...end(lost.refreshToken, sessionId) })
      await finishFile()
      await runJobs(test, 'notifications')

      expect([shownTo(phone), shownTo(laptop)]).toMatchObject([[], [{ title: 'Текст готов' }]])
    },
  )

  it('is shown in every browser of the owner when a file is done, and again when it is not', async () => {
    const [first, second, stranger] = [service.browser(), service.browser(), service.browser()]
    for (const browser of [first, second]) await subscribe(person, browser)
    await subscribe(await newPerson(), stranger)
    const id = await finishFile()
    const failing = await addFile(person)
    await failProcessing(test, person, failing, 'noAudioStream')

    await runJobs(test, 'notifications')

    const ready = { title: 'Текст готов', body: 'Планёрка', url: `/files/${id}`, tag: id }
    const failed = { title: 'Не\u00a0получилось обработать запись', url: `/files/${failing}`, tag: failing }
    for (const browser of [first, second]) {
      const messages = shownTo(browser)
      expect(messages).toHaveLength(2)
      expect(messages).toContainEqual(ready)
      expect(messages).toContainEqual(expect.objectContaining(failed))
    }
    expect(shownTo(stranger)).toEqual([])
  })

  it('is not shown when the target is switched off', async () => {
    const browser = service.browser()
    await subscribe(person, browser)
    const payload = { targets: ['email'], formats: ['txt'] }
    await person.call({ method: 'POST', url: '/api/account/notifications', payload })
    await finishFile()

    await runJobs(test, 'notifications')

    expect(shownTo(browser)).toEqual([])
  })

  it('makes the server forget a browser that is gone', async () => {
    await subscribe(person, service.browser())
    await finishFile()
    service.answer = 410

    await runJobs(test, 'notifications')

    expect((await browsersOf(person)).browsers).toEqual([])
  })

  it('is tried again when the push service is busy', async () => {
    await subscribe(person, service.browser())
    await finishFile()
    service.answer = 429

    await expect(runJobs(test, 'notifications')).rejects.toThrow('429')

    expect((await browsersOf(person)).browsers).toHaveLength(1)
  })
})

it('is switched off where the server has no keys', async () => {
  const silent = await createTestApp({ push: undefined })
  const caller = await silent.signIn()

  expect(await browsersOf(caller)).toEqual({ publicKey: null, browsers: [] })
  expect((await subscribe(caller, service.browser())).json()).toMatchObject({ code: 'pushOff' })
  await silent.close()
})
