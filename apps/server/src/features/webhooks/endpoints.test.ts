import { randomUUID } from 'node:crypto'

import type { WebhookDelivery } from '@doslovno/contract/webhooks.ts'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { answerWith } from '#test/receiver.ts'
import { runJobs } from '#test/run-jobs.ts'
import {
  ALL_EVENTS,
  create,
  deliveriesOf,
  edit,
  listed,
  replay,
  sendTest,
  urlOf,
  openTestWebhooks,
} from '#test/webhooks.ts'

const { test, receiver, mails, reset, close, add, finishScript, run } = await openTestWebhooks()
beforeEach(reset)
afterAll(close)

describe('an endpoint', () => {
  it('has a secret of 32 bytes that is sealed at rest', async () => {
    const owner = await test.signIn()
    const { id, secret } = await add(owner)

    const row = await test.ctx.db
      .selectFrom('webhookEndpoints')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32)
    expect(row.secretSealed.toString('latin1')).not.toContain(secret)
    expect((await listed(owner))[0]?.secret).toBe(secret)
  })

  it('shows its secret to an API key once, when the key makes it', async () => {
    const owner = await test.signIn()
    const keyOf = async (scopes: string[]) => {
      const reply = await owner.call({ method: 'POST', url: '/api/account/generate-api-key', payload: { scopes } })
      return test.as(reply.json<{ apiKey: string }>().apiKey)
    }
    const writer = await keyOf(['read', 'write'])
    const made = await add(writer)
    const edited = await edit(writer, made.id, { isEnabled: true })
    const reader = await keyOf(['read'])

    const [seen] = await listed(reader)

    expect(made.secret).toMatch(/^whsec_/)
    expect([edited.secret, seen?.secret]).toEqual([null, null])
    expect((await listed(owner))[0]?.secret).toBe(made.secret)
  })

  it('can be changed; a switch-off ends what waits', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'])
    receiver.answer = answerWith(500)
    await finishScript(owner)
    await run()

    const changed = await edit(owner, id, { url: `${receiver.url}/new#part`, events: ['script.failed'] })
    await edit(owner, id, { isEnabled: false })

    expect(changed).toMatchObject({ url: `${receiver.url}/new`, events: ['script.failed'], isEnabled: true })
    expect(await deliveriesOf(owner, id)).toMatchObject([{ state: 'failed', nextAttemptAt: null }])
    expect(await listed(owner)).toMatchObject([{ isEnabled: false, disabledAt: null, disabledReason: null }])
  })

  it('gets nothing more if it is deleted before delivery', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'])
    await finishScript(owner)
    await runJobs(test, 'webhooks.script')

    const reply = await owner.call({ method: 'DELETE', url: urlOf(id) })
    await run()

    expect(reply.statusCode).toBe(200)
    expect(receiver.received).toEqual([])
    expect(await listed(owner)).toEqual([])
  })

  it('is one of five at most, also for requests at the same moment', async () => {
    const owner = await test.signIn()

    const replies = await Promise.all(
      Array.from({ length: 8 }, () => create(owner, { url: receiver.url, events: ALL_EVENTS })),
    )

    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
    expect(replies.find(({ statusCode }) => statusCode !== 200)?.json()).toMatchObject({ code: 'tooManyWebhooks' })
  })

  it.each([
    ['http://127.0.0.1/', 'address'],
    ['https://169.254.169.254/latest/meta-data/', 'address'],
    ['https://[::1]/', 'address'],
    ['https://[::ffff:127.0.0.1]/', 'address'],
    ['https://2130706433/', 'address'],
    ['https://10.0.0.1/', 'address'],
    ['https://example.ru:22/', 'port'],
    ['https://me:secret@example.ru/', 'credentials'],
    ['https://', 'scheme'],
  ])('is refused by its address: %s', async (url, code) => {
    const owner = await test.signIn()

    const reply = await create(owner, { url, events: ALL_EVENTS })

    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toMatchObject({ code: 'webhookRefused', fields: { url: { code: `webhook.${code}` } } })
    const { id } = await add(owner)
    const edited = await owner.call({ method: 'PATCH', url: urlOf(id), payload: { url } })
    expect(edited.json()).toMatchObject({ code: 'webhookRefused' })
  })

  it.each([
    { url: 'ftp://example.ru/', events: ALL_EVENTS },
    { url: 'https://example.ru/', events: [] },
    { url: 'https://example.ru/', events: ['script.deleted'] },
    { url: `https://example.ru/${'a'.repeat(2000)}`, events: ALL_EVENTS },
    { url: 'https://example.ru/', events: ALL_EVENTS, secret: 'mine' },
  ])('is refused by its form: %o', async (payload) => {
    const owner = await test.signIn()

    expect((await create(owner, payload)).json()).toMatchObject({ code: 'invalidRequest' })
  })

  it('answers 404 to another user on every call', async () => {
    const owner = await test.signIn()
    const stranger = await test.signIn()
    const { id } = await add(owner)
    const other = await add(stranger)
    await sendTest(owner, id)
    await run()
    const [delivery] = await deliveriesOf(owner, id)

    const asked = [
      stranger.call({ method: 'PATCH', url: urlOf(id), payload: { isEnabled: false } }),
      stranger.call({ method: 'DELETE', url: urlOf(id) }),
      sendTest(stranger, id),
      stranger.call({ url: urlOf(id, '/deliveries') }),
      replay(stranger, id, delivery?.id ?? ''),
      replay(stranger, other.id, delivery?.id ?? ''),
      replay(owner, id, randomUUID()),
      sendTest(owner, randomUUID()),
    ]

    expect((await Promise.all(asked)).map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 404))
    expect(await listed(stranger)).toMatchObject([{ id: other.id }])
    expect((await test.app.inject({ url: '/api/webhooks' })).statusCode).toBe(403)
  })

  it('lists its deliveries by pages, newest first', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner)
    for (let n = 0; n < 5; n++) await sendTest(owner, id)

    const reply = await owner.call({ url: urlOf(id, '/deliveries?page=2&pageSize=2') })
    const all = await deliveriesOf(owner, id)

    expect(reply.json<{ total: number }>().total).toBe(5)
    expect(reply.json<{ data: WebhookDelivery[] }>().data).toEqual(all.slice(2, 4))
    const moments = all.map(({ createdAt }) => createdAt)
    expect(moments).toEqual(moments.toSorted().toReversed())
  })

  it('leaves a trace in the history of the account, and a new address also a mail', async () => {
    const owner = await test.signIn()
    const { id, url } = await add(owner)
    await edit(owner, id, { url, events: ['script.failed'] })
    await edit(owner, id, { url: `${url}moved?key=secret` })
    await run()
    await owner.call({ method: 'POST', url: urlOf(id, '/rotate-secret') })
    await owner.call({ method: 'DELETE', url: urlOf(id) })

    const events = await test.ctx.db
      .selectFrom('auditEvents')
      .select(['kind', 'details'])
      .where('userId', '=', owner.userId ?? '')
      .where('kind', 'like', 'webhook%')
      .orderBy('id')
      .execute()

    expect(events).toEqual([
      { kind: 'webhookCreated', details: { webhookId: id } },
      { kind: 'webhookUrlChanged', details: { webhookId: id } },
      { kind: 'webhookSecretRotated', details: { webhookId: id } },
      { kind: 'webhookDeleted', details: { webhookId: id } },
    ])
    const told = mails.filter(({ subject }) => /новый\sадрес/u.test(subject))
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain(`${url}moved`)
    expect(told[0]?.text).not.toContain('secret')
  })
})
