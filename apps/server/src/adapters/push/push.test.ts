import { importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { fakeInternet, PUBLIC, serve } from '#test/download/internet.ts'
import { type PushService, startPushService } from '#test/push-service.ts'

import { createPush, type Push } from './index.ts'

const config = readConfig(process.env)
const message = { title: 'Текст готов', body: 'Планёрка.mp3', url: '/files/1', tag: '1' }
const { signal } = new AbortController()
const options = { ttlSeconds: 3600, urgency: 'normal', topic: 'a'.repeat(32), signal } as const

let service: PushService
let push: Push

beforeAll(async () => {
  service = await startPushService()
  push = pushBy([`127.0.0.1:${service.port}`])
})
afterAll(() => service.close())

function pushBy(allowedPrivateHosts: readonly string[], internet = fakeInternet()): Push {
  const created = createPush(
    config.push,
    { ...config.download, allowedPrivateHosts: [...allowedPrivateHosts] },
    internet,
  )
  if (!created) throw new Error('Push is switched off')
  return created
}

describe('a message to a browser', () => {
  it('arrives encrypted for that browser, with its lifetime, urgency and topic', async () => {
    const browser = service.browser()

    await expect(push.send(browser, message, options)).resolves.toBe('sent')

    const { headers, message: decrypted } = service.delivered.at(-1) ?? {}
    expect(decrypted).toEqual(message)
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      ttl: '3600',
      urgency: 'normal',
      topic: 'a'.repeat(32),
    })
  })

  it('is signed for that push service by our key', async () => {
    await push.send(service.browser(), message, options)

    const header = service.delivered.at(-1)?.headers.authorization ?? ''
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
    expect(key).toBe(push.publicKey)
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
    const jwk = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    const { payload } = await jwtVerify(token, jwk, { audience: `http://127.0.0.1:${service.port}` })
    expect(payload.sub).toBe('mailto:no-reply@doslovno.example')
  })

  it.each([404, 410])('reports a browser that is gone (%i)', async (status) => {
    service.answer = status

    await expect(push.send(service.browser(), message, options)).resolves.toBe('gone')
    service.answer = 201
  })

  it.each([429, 500, 503])('may be sent again after %i', async (status) => {
    service.answer = status

    const sending = push.send(service.browser(), message, options)

    await expect(sending).rejects.toThrow(`${status}`)
    await expect(sending).rejects.not.toMatchObject({ name: 'AppError' })
    service.answer = 201
  })

  it.each([302, 400, 403, 413])('is given up after %i', async (status) => {
    service.answer = status

    await expect(push.send(service.browser(), message, options)).rejects.toMatchObject({ name: 'AppError' })
    service.answer = 201
  })

  it('is refused above three kilobytes', async () => {
    const long = { ...message, body: 'я'.repeat(2000) }

    await expect(push.send(service.browser(), long, options)).rejects.toMatchObject({ code: 'invalidRequest' })
  })
})

describe('an endpoint', () => {
  const guarded = () => pushBy([])

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('is allowed for a real push service: %s', (endpoint) => {
    expect(guarded().isAllowed(endpoint)).toBe(true)
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://user:password@fcm.googleapis.com/',
    'https://fcm.googleapis.com:8443/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://10.0.0.7/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:10.0.0.7]/',
    'file:///etc/passwd',
    'not an address',
  ])('is refused unless it is a public https address: %s', (endpoint) => {
    expect(guarded().isAllowed(endpoint)).toBe(false)
  })

  it('whose name leads to a private address is refused for good, and nothing is sent', async () => {
    const canary = await serve((_request, response) => response.end())
    const internet = fakeInternet()
    internet.addName('push.example', ['10.0.0.7'], ['127.0.0.1'])
    internet.addName('mixed.example', [PUBLIC, '127.0.0.1'])
    const careful = pushBy([], internet)

    for (const host of ['push.example', 'push.example', 'mixed.example']) {
      const target = { ...service.browser(), endpoint: `https://${host}/send` }
      await expect(careful.send(target, message, options)).rejects.toMatchObject({ code: 'invalidRequest' })
    }

    expect(canary.connections()).toBe(0)
    await canary.close()
  })
})

it('is undefined without keys', () => {
  expect(createPush(undefined, config.download)).toBeUndefined()
})
