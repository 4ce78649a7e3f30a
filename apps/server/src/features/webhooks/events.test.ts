import { afterAll, beforeEach, describe, expect, it } from 'vitest'

import type { WorkerContext } from '#context.ts'
import { setDisabled } from '#features/users/index.ts'
import { answerWith } from '#test/receiver.ts'
import { addTalk, composeWaiting, recognise } from '#test/summaries.ts'
import { ALL_EVENTS, deliveriesOf, edit, openTestWebhooks } from '#test/webhooks.ts'

import { announceScript } from './jobs.ts'

const { test, receiver, reset, close, add, finishScript, failScript, run } = await openTestWebhooks()
beforeEach(reset)
afterAll(close)

describe('an event', () => {
  it('arrives signed for a finished file, without its text', async () => {
    const owner = await test.signIn()
    const { secret } = await add(owner)
    const scriptId = await finishScript(owner)

    await run()

    expect(receiver.received).toHaveLength(1)
    const [received] = receiver.received
    expect(receiver.verify(secret, received)).toEqual({
      type: 'script.completed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
      data: {
        script: {
          id: scriptId,
          fileName: expect.any(String) as string,
          status: 'complete',
          duration: expect.any(Number) as number,
          url: `${test.config.publicUrl}/files/${scriptId}`,
        },
      },
    })
    expect(received?.id).toMatch(/^msg_[\da-f-]{36}$/)
  })

  it('gives the reason of a failure', async () => {
    const owner = await test.signIn()
    const { secret } = await add(owner)
    const scriptId = await failScript(owner)

    await run()

    expect(receiver.verify(secret, receiver.received[0])).toMatchObject({
      type: 'script.failed',
      data: { script: { id: scriptId, error: 'MediaFile cannot proceesed', errorCode: 'mediaBroken' } },
    })
  })

  it('is not sent for a cancelled process', async () => {
    const owner = await test.signIn()
    await add(owner)
    const scriptId = await addTalk(test, owner)
    await owner.call({ method: 'POST', url: `/api/scripts/${scriptId}/process`, payload: { again: true } })
    await owner.call({ method: 'POST', url: `/api/scripts/${scriptId}/cancel` })

    await run()

    expect(receiver.received).toEqual([])
  })

  it('is not sent for a disabled account', async () => {
    const owner = await test.signIn()
    await add(owner)
    await finishScript(owner)
    await test.ctx.db.transaction().execute((tx) => setDisabled(tx, owner.userId ?? '', test.ctx.now()))

    await run()

    expect(receiver.received).toEqual([])
  })

  it('is sent for each summary when it is written', async () => {
    const owner = await test.signIn()
    const { secret } = await add(owner, ['summary.completed'])
    const scriptId = await finishScript(owner)
    await composeWaiting(test)

    await run()

    const told = receiver.received.map((received) => receiver.verify(secret, received))
    expect(told).toHaveLength(2)
    for (const type of ['about', 'summary'])
      expect(told).toContainEqual(
        expect.objectContaining({
          type: 'summary.completed',
          data: { summary: { scriptId, type, status: 'complete' } },
        }),
      )
  })

  it('goes to every endpoint that wants it, each with its own secret, and to no other', async () => {
    const owner = await test.signIn()
    const stranger = await test.signIn()
    const one = await add(owner, ['script.completed'], `${receiver.url}/one`)
    const two = await add(owner, ['script.completed', 'script.failed'], `${receiver.url}/two`)
    await add(owner, ['script.failed'], `${receiver.url}/failures`)
    const off = await add(owner, ['script.completed'], `${receiver.url}/off`)
    await edit(owner, off.id, { isEnabled: false })
    await add(stranger, ALL_EVENTS, `${receiver.url}/stranger`)
    await finishScript(owner)

    await run()

    expect(receiver.received.map(({ path }) => path).toSorted()).toEqual(['/hook/one', '/hook/two'])
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
    const byPath = (path: string) => receiver.received.find((received) => received.path === path)
    expect(receiver.verify(one.secret, byPath('/hook/one'))).toBeTruthy()
    expect(receiver.verify(two.secret, byPath('/hook/two'))).toBeTruthy()
    expect(() => receiver.verify(one.secret, byPath('/hook/two'))).toThrow('No matching signature')
  })

  it('is told once, however often its job runs; a second process is told again', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner, ['script.completed'])
    const scriptId = await finishScript(owner)
    const ctx = test.ctx as WorkerContext
    const signal = new AbortController().signal

    await Promise.all([1, 2, 3].map(() => announceScript.run(ctx, { scriptId }, signal)))
    await run()
    await announceScript.run(ctx, { scriptId }, signal)
    await run()

    expect(receiver.received).toHaveLength(1)
    await recognise(test, owner, scriptId, { again: true })
    await run()
    expect(receiver.received).toHaveLength(2)
    expect(await deliveriesOf(owner, id)).toHaveLength(2)
  })

  it('is forgotten with its file', async () => {
    const owner = await test.signIn()
    const { id } = await add(owner)
    receiver.answer = answerWith(500)
    const scriptId = await finishScript(owner)
    await run()
    expect(await deliveriesOf(owner, id)).toHaveLength(1)

    await owner.call({ method: 'DELETE', url: `/api/scripts/${scriptId}` })

    expect(await deliveriesOf(owner, id)).toEqual([])
  })
})
