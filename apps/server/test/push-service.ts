import { createECDH, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

import ece from 'http_ece'

import type { PushTarget } from '#adapters/push/index.ts'

import { serve, type TestServer } from './download/internet.ts'

export type { PushTarget }

export type Delivered = { path: string; headers: IncomingHttpHeaders; message: unknown }

export type PushService = TestServer & {
  /** A new browser that has subscribed. */
  browser(): PushTarget
  /** Messages that arrived, decrypted with the key of their browser. */
  delivered: readonly Delivered[]
  /** The status of further answers. */
  answer: number
}

/** A push service on this machine with the browsers behind it. */
export async function startPushService(): Promise<PushService> {
  const keys = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>()
  const delivered: Delivered[] = []
  const receive = async (request: IncomingMessage) => {
    const { url: path = '', headers } = request
    const body = Buffer.concat(await request.toArray())
    const key = keys.get(path)
    if (key) delivered.push({ path, headers, message: decrypt(body, key) })
  }
  const server = await serve((request, response) => {
    void receive(request).then(() => response.writeHead(service.answer).end('x'.repeat(10_000)))
  })
  const service: PushService = {
    ...server,
    delivered,
    answer: 201,
    browser: () => {
      const path = `/send/${randomBytes(16).toString('base64url')}`
      const ecdh = createECDH('prime256v1')
      const auth = randomBytes(16)
      keys.set(path, { ecdh, auth })
      const p256dh = ecdh.generateKeys('base64url')
      return { endpoint: `http://127.0.0.1:${server.port}${path}`, p256dh, auth: auth.toString('base64url') }
    },
  }
  return service
}

function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): unknown {
  const plain = ece.decrypt(body, { version: 'aes128gcm', privateKey: ecdh, authSecret: auth.toString('base64url') })
  return JSON.parse(plain.toString('utf8'))
}
