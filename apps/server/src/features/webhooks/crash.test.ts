import type { WebhookDelivery, WebhookEndpoint } from '@doslovno/contract/webhooks.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { answerWith, type Receiver, startReceiver } from '#test/receiver.ts'
import { addTalk, recognise } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { startWorker, startWorkerHere, type TestWorker, type WorkerHere } from '#test/worker.ts'

let test: TestApp
let receiver: Receiver
let worker: TestWorker
let next: WorkerHere | undefined

beforeAll(async () => {
  receiver = await startReceiver()
  const { download } = readConfig({ ...process.env, MODELS_DIR: '-' })
  test = await createTestApp({ download: { ...download, allowedPrivateHosts: [receiver.host] } })
})
afterEach(async () => {
  await worker.kill('SIGKILL')
  await next?.stop()
  next = undefined
  receiver.received = []
})
afterAll(async () => {
  await test.close()
  await receiver.close()
})

const settings = () => ({ WORKER_ROLES: 'mail', LINK_ALLOW_PRIVATE: receiver.host })

async function addEndpoint(owner: Caller) {
  const payload = { url: receiver.url, events: ['script.completed'] }
  const reply = await owner.call({ method: 'POST', url: '/api/webhooks', payload })
  return reply.json<{ webhook: WebhookEndpoint & { secret: string } }>().webhook
}

async function finishScript(owner: Caller): Promise<void> {
  await recognise(test, owner, await addTalk(test, owner), { again: true })
}

async function deliveryOf(owner: Caller, id: string): Promise<WebhookDelivery | undefined> {
  const reply = await owner.call({ url: `/api/webhooks/${id}/deliveries` })
  return reply.json<{ data: WebhookDelivery[] }>().data[0]
}

/** Waits until the delivery looks like this. */
function seen(owner: Caller, id: string, expected: Partial<WebhookDelivery>) {
  return vi.waitFor(async () => expect(await deliveryOf(owner, id)).toMatchObject(expected), {
    timeout: 120_000,
    interval: 100,
  })
}

/** Moves all that waits into the past, instead of waiting for minutes. */
async function passTime(): Promise<void> {
  await sql`update webhook_deliveries set next_attempt_at = now() - interval '1 second' where state = 'pending'`.execute(
    test.ctx.db,
  )
  await sql`update webhook_endpoints set busy_until = now() - interval '1 second' where busy_until is not null`.execute(
    test.ctx.db,
  )
}

describe('a worker killed by SIGKILL', () => {
  it('after a failed attempt leaves the retry to the next worker', async () => {
    const owner = await test.signIn()
    const { id, secret } = await addEndpoint(owner)
    receiver.answer = answerWith(500)
    worker = await startWorker(test.config, settings())
    await finishScript(owner)
    await seen(owner, id, { attempts: 1, state: 'pending', lastStatus: 500 })

    await worker.kill('SIGKILL')
    receiver.answer = answerWith(200)
    await passTime()
    next = await startWorkerHere(test.config, settings())
    await seen(owner, id, { attempts: 2, state: 'delivered' })

    const [first, second] = receiver.received
    expect(receiver.received).toHaveLength(2)
    expect(second?.id).toBe(first?.id)
    expect(receiver.verify(secret, second)).toMatchObject({ type: 'script.completed' })
  })

  it('loses no delivery in the middle of an attempt', async () => {
    const owner = await test.signIn()
    const { id } = await addEndpoint(owner)
    receiver.answer = () => undefined
    worker = await startWorker(test.config, settings())
    await finishScript(owner)
    await receiver.waitFor(1)

    await worker.kill('SIGKILL')
    expect(await deliveryOf(owner, id)).toMatchObject({ attempts: 1, state: 'pending', lastStatus: null })
    receiver.answer = answerWith(204)
    await passTime()
    next = await startWorkerHere(test.config, settings())
    await seen(owner, id, { attempts: 2, state: 'delivered', lastStatus: 204 })

    expect(receiver.received).toHaveLength(2)
    expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id)
  })
})
