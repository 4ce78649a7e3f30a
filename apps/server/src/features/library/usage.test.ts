import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const FREE = 1
const UNLIMITED = 4

it.each([
  { tariffId: FREE, usage: { minutesRemain: 30, availableUploads: 10, maxFileSize: 300 } },
  { tariffId: UNLIMITED, usage: { availableUploads: null } },
])('usage tells a program what is left on tariff $tariffId', async ({ tariffId, usage }) => {
  const owner = await test.signIn({ tariffId })
  const made = await owner.call({
    method: 'POST',
    url: '/api/account/generate-api-key',
    payload: { scopes: ['read'] },
  })
  const program = test.as(made.json<{ apiKey: string }>().apiKey)

  const reply = await program.call({ url: '/api/usage' })

  expect(reply.json()).toMatchObject(usage)
  expect(reply.headers.ratelimit).toMatch(/^"keyCalls";r=\d+;t=\d+$/)
})

it('usage is told to the page of its user, and to no visitor [API-2]', async () => {
  const owner = await test.signIn()

  const [own, visitor] = [await owner.call({ url: '/api/usage' }), await test.app.inject({ url: '/api/usage' })]

  expect([own.statusCode, visitor.statusCode]).toEqual([200, 403])
})
