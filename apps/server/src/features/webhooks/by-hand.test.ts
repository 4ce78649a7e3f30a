import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { registry } from '#platform/telemetry.ts'
import { answerWith } from '#test/receiver.ts'
import type { Caller } from '#test/test-app.ts'
import { deliveriesOf, edit, listed, openTestWebhooks, replay, sendTest, urlOf } from '#test/webhooks.ts'

const { test, receiver, reset, close, add, finishScript, run } = await openTestWebhooks()
beforeEach(reset)
afterAll(close)

describe('a replay', () => {
  it('sends a delivered message again, with the same id', async () => {
    const owner = await test.signIn()
    const { id, secret } = await add(owner, ['script.completed'])
    await finishScript(owner)
    await run()
    const [delivered] = await deliveriesOf(owner, id)

    const reply = await replay(owner, id, delivered?.id ?? '')
    await run()

    expect(reply.json()).toMatchObject({ delivery: { id: delivered?.id, state: 'pending' } })
    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id)
    expect(receiver.verify(secret, receiver.received[1])).toBeTruthy()
  })

  it('brings a retry forward without beginning the attempts anew', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'])
    receiver.answer = answerWith(500)
    await finishScript(owner)
    await run()
    const [pending] = await deliveriesOf(owner, id)

    await replay(owner, id, pending?.id ?? '')
    await run()

    expect(await deliveriesOf(owner, id)).toMatchObject([{ state: 'pending', attempts: 2 }])
  })
})

describe('a replay of everything', () => {
  it('sends what was given up since a moment by one call, with the same ids and without tests', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'])
    receiver.answer = answerWith(404)
    for (let n = 0; n < 3; n++) await finishScript(owner)
    await sendTest(owner, id)
    await run()
    await edit(owner, id, { isEnabled: false }) // ends what is pending
    await edit(owner, id, { isEnabled: true })
    const before = (await deliveriesOf(owner, id)).filter(({ type }) => type !== 'webhook.test')
    receiver.received = []
    receiver.answer = answerWith(204)

    const resend = (since: string) =>
      owner.call({ method: 'POST', url: urlOf(id, '/deliveries/replay-failed'), payload: { since } })
    const none = await resend('2999-01-01T00:00:00Z')
    const all = await resend('2020-01-01T00:00:00Z')
    await run()

    expect([none.json(), all.json()]).toEqual([{ count: 0 }, { count: 3 }])
    expect(receiver.received.map((one) => one.id).toSorted()).toEqual(
      before.map(({ messageId }) => messageId).toSorted(),
    )
    expect((await deliveriesOf(owner, id)).filter(({ state }) => state === 'delivered')).toHaveLength(3)
  })

  it('is for the owner of an endpoint that is on', async () => {
    const [owner, other] = [await test.signIn(), await test.signIn()]
    const { id } = await add(owner)
    const payload = { since: '2020-01-01T00:00:00Z' }
    const resend = (caller: Caller) =>
      caller.call({ method: 'POST', url: urlOf(id, '/deliveries/replay-failed'), payload })

    const foreign = await resend(other)
    await edit(owner, id, { isEnabled: false })

    expect([foreign.statusCode, (await resend(owner)).json()]).toMatchObject([404, { code: 'webhookOff' }])
  })
})

describe('a new secret', () => {
  it('signs beside the old one for a day, then alone', async () => {
    const owner = await test.signIn()
    const { id, secret } = await add(owner)
    const reply = await owner.call({ method: 'POST', url: urlOf(id, '/rotate-secret') })
    const { secret: renewed } = reply.json<{ webhook: { secret: string } }>().webhook
    const isSigned = (by: string, message: number) => {
      try {
        return Boolean(receiver.verify(by, receiver.received[message]))
      } catch {
        return false
      }
    }

    await sendTest(owner, id)
    await run()
    await sql`update webhook_endpoints set previous_until = now() - interval '1 second'`.execute(test.ctx.db)
    await sendTest(owner, id)
    await run()

    expect(renewed).not.toBe(secret)
    expect([0, 1].map((message) => [isSigned(secret, message), isSigned(renewed, message)])).toEqual([
      [true, true],
      [false, true],
    ])
  })

  it('is made by the owner only', async () => {
    const [owner, other] = [await test.signIn(), await test.signIn()]
    const { id, secret } = await add(owner)

    const reply = await other.call({ method: 'POST', url: urlOf(id, '/rotate-secret') })

    expect(reply.statusCode).toBe(404)
    expect((await listed(owner))[0]?.secret).toBe(secret)
  })
})

describe('a test', () => {
  it('is sent at once and shown among the deliveries', async () => {
    const owner = await test.signIn()
    const { id, secret } = await add(owner)

    const reply = await sendTest(owner, id)
    await run()

    expect(reply.json()).toMatchObject({ delivery: { type: 'webhook.test', state: 'pending', attempts: 0 } })
    expect(receiver.verify(secret, receiver.received[0])).toMatchObject({
      type: 'webhook.test',
      data: { webhook: { id } },
    })
    expect(await deliveriesOf(owner, id)).toMatchObject([{ type: 'webhook.test', state: 'delivered', attempts: 1 }])
  })

  it('is not tried again when it fails', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner)
    receiver.answer = answerWith(404)

    await sendTest(owner, id)
    await run()

    expect(await deliveriesOf(owner, id)).toMatchObject([{ state: 'failed', lastStatus: 404, nextAttemptAt: null }])
  })

  it('needs an endpoint that is on', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner)
    await edit(owner, id, { isEnabled: false })

    const reply = await sendTest(owner, id)

    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'webhookOff' })
  })
})

it('counts attempts by outcome', async () => {
  const owner = await test.signIn()
  const { id } = await add(owner)
  const count = async (outcome: string) => {
    const metric = await registry.getSingleMetric('webhook_attempts_total')?.get()
    return metric?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
  }
  const before = [await count('delivered'), await count('status')]

  await sendTest(owner, id)
  await run()
  receiver.answer = answerWith(500)
  await sendTest(owner, id)
  await run()

  expect([await count('delivered'), await count('status')]).toEqual(before.map((value) => value + 1))
})
