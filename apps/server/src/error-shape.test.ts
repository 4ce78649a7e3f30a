import { randomUUID } from 'node:crypto'

import type { Endpoint } from '@doslovno/contract/endpoint.ts'
import { errorCodes, errors } from '@doslovno/domain/errors.ts'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'

import { endpoints } from '#test/endpoints.ts'
import { startTestShop, type TestShop } from '#test/shop.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

/** The documented shape and nothing else. */
const Shape = z.strictObject({
  error: z.string(),
  code: z.enum(errorCodes),
  message: z.string(),
  fields: z.record(z.string(), z.strictObject({ code: z.string(), message: z.string() })).optional(),
})

let shop: TestShop
let test: TestApp
let user: Caller

beforeAll(async () => {
  shop = await startTestShop()
  test = await createTestApp({ payments: shop.config })
  user = await test.signIn({ tariffId: 4 })
})
afterAll(async () => {
  await test.close()
  await shop.closeServer()
})

/** Makes a call that must fail; returns the code. */
async function failureOf(options: InjectOptions, caller: Pick<Caller, 'call'> = user): Promise<string> {
  const reply = await caller.call(options)
  expect(reply.statusCode).toBeGreaterThanOrEqual(400)
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  const body = Shape.parse(reply.json())
  expect(body).toMatchObject({ error: errors[body.code].message, message: errors[body.code].message })
  expect(reply.statusCode).toBe(errors[body.code].status)
  return body.code
}

const visitor = { call: (options: InjectOptions) => test.app.inject(options) }
const urlOf = ({ path }: Endpoint, id: string) => path.replaceAll(/:\w+/g, id)
const json = { 'content-type': 'application/json' }
const OVERSIZED = JSON.stringify('a'.repeat(1_100_000))

type Entry = readonly [string, Endpoint]
const where = (is: (endpoint: Endpoint) => boolean) => endpoints.filter(([, endpoint]) => is(endpoint)) as Entry[]

describe('the one shape of errors', () => {
  it.each(where(({ auth }) => auth === 'user' || auth === 'session'))(
    'is that of %s to a visitor [API-3]',
    async (_name, endpoint) => {
      const url = urlOf(endpoint, randomUUID())

      expect(await failureOf({ method: endpoint.method, url }, visitor)).toBe('needAuthorization')
    },
  )

  it.each(where(({ body }) => body !== undefined))('is that of %s with a nonsense body [API-3]', async (_name, one) => {
    const options = { method: one.method, url: urlOf(one, randomUUID()), payload: [7] }

    expect(await failureOf(options)).toBe('invalidRequest')
  })

  it.each(where(({ params }) => params !== undefined))(
    'is that of %s with an unknown or malformed id [API-3]',
    async (_name, endpoint) => {
      const { method } = endpoint
      const payload = method === 'GET' ? {} : { payload: {} }

      expect(await failureOf({ method, url: urlOf(endpoint, randomUUID()), ...payload })).not.toBe('unexpected')
      expect(await failureOf({ method, url: urlOf(endpoint, '%00'), ...payload })).not.toBe('unexpected')
    },
  )

  it.each(where(({ method }) => method !== 'GET'))(
    'is that of %s with malformed JSON, a wrong content type or too long a body [API-3]',
    async (_name, endpoint) => {
      const call = { method: endpoint.method, url: urlOf(endpoint, randomUUID()) }
      const codes = [
        await failureOf({ ...call, headers: json, payload: '{"a": ' }),
        await failureOf({ ...call, headers: { 'content-type': 'text/html' }, payload: '<p>a</p>' }),
        await failureOf({ ...call, headers: json, payload: OVERSIZED }),
      ]

      expect(codes).toEqual(['invalidRequest', 'invalidRequest', 'fileTooBig'])
    },
  )

  it.each(endpoints)('is that of %s with a wrong method [API-3]', async (_name, endpoint) => {
    expect(await failureOf({ method: 'PUT', url: urlOf(endpoint, randomUUID()), payload: {} })).toBe('notFound')
  })

  it.each(['/api/nothing', '/api', '/api/', '/v1/models', '/api/scripts/%ff', `/api/scripts/${'a'.repeat(300)}`])(
    'is that of the unknown path %s [API-3]',
    async (url) => {
      expect(['notFound', 'invalidRequest']).toContain(await failureOf({ url }))
      expect(['notFound', 'invalidRequest']).toContain(await failureOf({ method: 'POST', url, payload: {} }))
    },
  )

  it('names every wrong field of a form [API-3]', async () => {
    const payload = { email: 7, password: ['x'] }
    const reply = await test.app.inject({ method: 'POST', url: '/api/account/login', payload })

    expect(Shape.parse(reply.json()).fields).toEqual({
      email: { code: 'wrongFormat', message: expect.any(String) },
      password: { code: 'wrongFormat', message: expect.any(String) },
    })
  })

  it('has an object as its error for a file that is too big, and only then [API-3]', async () => {
    const payload = { fileName: 'film.mp4', contentType: 'video/mp4', size: 5_000_000_000 }
    const reply = await user.call({ method: 'POST', url: '/api/uploads', payload })

    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toEqual({
      error: { size: 5_000_000_000, fileName: 'film.mp4', fileSize: 4_000_000_000 },
      code: 'fileTooBig',
      message: 'File is too big',
    })
  })
})
