import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import { registry } from '#platform/telemetry.ts'
import { answerWith } from '#test/receiver.ts'
import { deliveriesOf, edit, replay, sendTest, openTestWebhooks } from '#test/webhooks.ts'

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
