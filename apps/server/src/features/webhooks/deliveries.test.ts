import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import type { WorkerContext } from '#context.ts'
import { answerWith, type Received } from '#test/receiver.ts'
import { countJobs, runJobs } from '#test/run-jobs.ts'
import { deliveriesOf, edit, listed, replay, openTestWebhooks } from '#test/webhooks.ts'

import { deliver } from './jobs.ts'

const { test, receiver, mails, reset, close, add, finishScript, enqueueDue, passPause, run } = await openTestWebhooks()
beforeEach(reset)
afterAll(close)

const scriptOf = ({ message: { data } }: Received) => ('script' in data ? data.script.id : '')

describe('a delivery', () => {
  it('is retried with the same id and the same body until it arrives', async () => {
    const owner = await test.signIn()
    const { id, secret } = await add(owner, ['script.completed'])
    receiver.answer = answerWith(503)
    await finishScript(owner)
    await run()
    const [failed] = await deliveriesOf(owner, id)
    receiver.answer = answerWith(200)
    await enqueueDue()
    expect(await countJobs(test.ctx.db, 'webhooks')).toBe(0)
    await passPause()
    await run()

    expect(failed).toMatchObject({ state: 'pending', attempts: 1, lastStatus: 503, lastError: 'status' })
    const pause = Date.parse(failed?.nextAttemptAt ?? '') - Date.parse(failed?.lastAttemptAt ?? '')
    expect(pause).toBeGreaterThanOrEqual(60_000)
    expect(pause).toBeLessThan(75_000)
    const [first, second] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect(second).toMatchObject({ id: first?.id, body: first?.body })
    expect(receiver.verify(secret, second)).toBeTruthy()
    expect(await deliveriesOf(owner, id)).toMatchObject([
      { state: 'delivered', attempts: 2, lastStatus: 200, lastError: null, nextAttemptAt: null, messageId: first?.id },
    ])
  })

  it('rests as long as the receiver asks', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'])
    receiver.answer = answerWith(429, { 'retry-after': '3600' })
    await finishScript(owner)

    await run()

    const [delivery] = await deliveriesOf(owner, id)
    expect(Date.parse(delivery?.nextAttemptAt ?? '') - Date.now()).toBeGreaterThan(3_590_000)
  })

  it('is not sent to a redirect', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'])
    receiver.answer = answerWith(302, { location: `${receiver.url}/elsewhere` })
    await finishScript(owner)

    await run()

    expect(receiver.received).toHaveLength(1)
    expect(await deliveriesOf(owner, id)).toMatchObject([{ state: 'pending', lastStatus: 302, lastError: 'status' }])
  })

  it('is given up after ten attempts', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'])
    receiver.answer = answerWith(500)
    await finishScript(owner)
    await run()
    for (let attempt = 2; attempt <= 10; attempt++) {
      await passPause()
      await run()
    }

    expect(receiver.received).toHaveLength(10)
    expect(await deliveriesOf(owner, id)).toMatchObject([{ state: 'failed', attempts: 10, nextAttemptAt: null }])
    expect(await listed(owner)).toMatchObject([{ isEnabled: true }])
  })

  it('is sent once at a time, however many jobs there are for it', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'])
    let [running, most] = [0, 0]
    receiver.answer = (response) => {
      most = Math.max(most, ++running)
      setTimeout(() => {
        running--
        response.writeHead(500).end()
      }, 100)
    }
    await finishScript(owner)
    await runJobs(test, 'webhooks')
    receiver.received = []
    await sql`update webhook_deliveries set next_attempt_at = now() where state = 'pending'`.execute(test.ctx.db)
    const [delivery] = await deliveriesOf(owner, id)
    const ctx = test.ctx as WorkerContext
    const job = () => deliver.run(ctx, { deliveryId: delivery?.id ?? '' }, new AbortController().signal)

    await Promise.all([job(), job(), job(), job()])
    await job()

    expect(receiver.received).toHaveLength(1)
    expect(most).toBe(1)
    expect(await deliveriesOf(owner, id)).toMatchObject([{ attempts: 2 }])
  })

  it('waits for earlier ones of its endpoint, one at a time', async () => {
    const owner = await test.signIn()
    await add(owner, ['script.completed'])
    let [running, most] = [0, 0]
    receiver.answer = (response) => {
      most = Math.max(most, ++running)
      setTimeout(() => {
        running--
        response.writeHead(204).end()
      }, 20)
    }
    const scripts: string[] = []
    for (let n = 0; n < 5; n++) scripts.push(await finishScript(owner))

    await run()

    expect(receiver.received.map(scriptOf).toSorted()).toEqual(scripts.toSorted())
    expect(most).toBe(1)
  })
})

describe('a dead endpoint', () => {
  it('does not keep twenty others waiting', async () => {
    const owners = await Promise.all(Array.from({ length: 20 }, () => test.signIn()))
    for (const owner of owners) await add(owner, ['script.completed'])
    const dead = await test.signIn()
    const { id } = await add(dead, ['script.completed'], `${receiver.url}/dead`)
    const held: (() => void)[] = []
    receiver.answer = (response, { path }) => {
      if (path.endsWith('/dead')) held.push(() => response.writeHead(500).end())
      else response.writeHead(204).end()
    }
    for (let n = 0; n < 10; n++) await finishScript(dead)
    for (const owner of owners) await finishScript(owner)

    const running = run()
    await receiver.waitFor(21)
    const waiting = await deliveriesOf(dead, id, '?pageSize=20')
    held.forEach((release) => release())
    await running

    expect(held).toHaveLength(1)
    expect(waiting.filter(({ attempts }) => attempts > 0)).toHaveLength(1)
    expect(receiver.received.filter(({ path }) => path === '/hook')).toHaveLength(20)
  })

  it('gets one attempt a minute, and all that waited, oldest first, once it answers', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'])
    receiver.answer = answerWith(500)
    const scripts: string[] = []
    for (let n = 0; n < 4; n++) {
      scripts.push(await finishScript(owner))
      await run()
    }
    const firstTries = receiver.received.length
    await passPause()
    await run()
    expect(receiver.received).toHaveLength(firstTries + 1)

    receiver.received = []
    receiver.answer = answerWith(204)
    await passPause()
    await run()

    expect((await deliveriesOf(owner, id)).map(({ state }) => state)).toEqual(Array(4).fill('delivered'))
    expect(receiver.received.map(scriptOf)).toEqual(scripts)
  })

  it('is switched off after five days, and its owner gets a mail', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'], `${receiver.url}?token=hidden`)
    receiver.answer = answerWith(500)
    await finishScript(owner)
    await finishScript(owner)
    await run()
    await passPause()
    await run()
    await passPause()
    await run()
    await sql`update webhook_endpoints set failing_since = now() - interval '5 days' where id = ${id}`.execute(
      test.ctx.db,
    )
    for (let n = 0; n < 3; n++) {
      await passPause()
      await run()
    }

    const [endpoint] = await listed(owner)
    expect(endpoint).toMatchObject({ isEnabled: false, disabledReason: 'failing' })
    expect(endpoint?.disabledAt).not.toBeNull()
    const deliveries = await deliveriesOf(owner, id)
    expect(deliveries.map(({ state, nextAttemptAt }) => [state, nextAttemptAt])).toEqual([
      ['failed', null],
      ['failed', null],
    ])
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ subject: 'Вебхук выключен' })
    expect(mails[0]?.text).toContain(`Вебхук ${receiver.url} не\u00a0отвечал 5\u00a0дней подряд`)
    expect(mails[0]?.text).toContain('/account#webhooks')
    expect(mails[0]?.text).not.toContain('hidden')
    const sent = receiver.received.length
    await finishScript(owner)
    await run()
    expect(receiver.received).toHaveLength(sent)
  })

  it('no longer counts as failing after one answer', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner)
    receiver.answer = answerWith(500)
    await finishScript(owner)
    await run()
    const failing = () =>
      test.ctx.db.selectFrom('webhookEndpoints').select('failingSince').where('id', '=', id).executeTakeFirstOrThrow()
    expect((await failing()).failingSince).not.toBeNull()

    receiver.answer = answerWith(204)
    await passPause()
    await run()

    expect((await failing()).failingSince).toBeNull()
  })

  it('is switched off at once by 410 Gone, with a mail', async () => {
    const owner = await test.signIn()
    await add(owner, ['script.completed'])
    receiver.answer = answerWith(410)
    await finishScript(owner)

    await run()

    expect(await listed(owner)).toMatchObject([{ isEnabled: false, disabledReason: 'gone' }])
    expect(mails[0]?.text).toContain('410 Gone')
  })

  it('can be switched on again, and what failed can be sent again', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'])
    receiver.answer = answerWith(410)
    await finishScript(owner)
    await run()
    const [failed] = await deliveriesOf(owner, id)
    const refused = await replay(owner, id, failed?.id ?? '')

    receiver.answer = answerWith(204)
    const restarted = await edit(owner, id, { isEnabled: true })
    await replay(owner, id, failed?.id ?? '')
    await run()

    expect(refused.json()).toMatchObject({ code: 'webhookOff' })
    expect(restarted).toMatchObject({ isEnabled: true, disabledAt: null, disabledReason: null })
    expect(await deliveriesOf(owner, id)).toMatchObject([{ state: 'delivered' }])
  })
})
