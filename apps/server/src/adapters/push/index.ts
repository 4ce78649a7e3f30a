import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

import webPush from 'web-push'

import {
  type AddressRules,
  Blocked,
  createAddressRules,
  type Internet,
  internet as theInternet,
  refusalOfUrl,
  targetOf,
} from '#adapters/download/address-rules.ts'
import { createDial, type Dial } from '#adapters/download/dial.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'

export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** Shown by the service worker; `url` is a path of ours. */
export type PushMessage = { title: string; body: string; url: string; tag: string }

type SendOptions = { ttlSeconds: number; urgency: 'low' | 'normal' | 'high'; topic: string; signal: AbortSignal }

/** Web Push: encrypted messages to browsers by the services of their makers. */
export type Push = {
  /** The key that browsers subscribe with. */
  publicKey: string
  /** Whether messages may be sent there, judged by the address alone; its host is judged when it is dialled. */
  isAllowed(endpoint: string): boolean
  /** `gone`: the browser has unsubscribed. An `AppError` is final, any other failure may be retried. */
  send(target: PushTarget, message: PushMessage, options: SendOptions): Promise<'sent' | 'gone'>
}

/** Push services accept 4 KB with the encryption. */
const MOST_BYTES = 3000
const TIMEOUTS = { connectMs: 10_000, idleMs: 20_000 }
const GONE = [404, 410]

export function createPush(
  config: Config['push'],
  download: Config['download'],
  internet: Internet = theInternet,
): Push | undefined {
  if (!config) return undefined
  const { publicKey, privateKey, contact: subject } = config
  const rules = createAddressRules(download)
  // The endpoint is any URL that a user sends us, so it passes the guard of links.
  const dial = createDial({ rules, internet, timeouts: TIMEOUTS })
  return {
    publicKey,
    isAllowed: (endpoint) => isAllowed(endpoint, rules),
    send: async ({ endpoint, p256dh, auth }, message, { ttlSeconds, urgency, topic, signal }) => {
      if (!isAllowed(endpoint, rules)) throw new AppError('invalidRequest')
      const payload = JSON.stringify(message)
      if (Buffer.byteLength(payload) > MOST_BYTES) throw new AppError('invalidRequest')
      const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
        vapidDetails: { subject, publicKey, privateKey },
        TTL: ttlSeconds,
        urgency,
        topic,
      })
      return outcomeOf(await post(dial, details, signal))
    },
  }
}

/** Messages go over https only, except to the servers of tests. */
function isAllowed(endpoint: string, rules: AddressRules): boolean {
  const url = URL.parse(endpoint)
  if (!url || refusalOfUrl(url, rules)) return false
  const { hostname, port } = targetOf(url)
  return url.protocol === 'https:' || rules.allowedPrivateHosts.includes(`${hostname}:${port}`)
}

/** Follows no redirect and reads no body. */
async function post(dial: Dial, details: webPush.RequestDetails, signal: AbortSignal): Promise<number> {
  const url = new URL(details.endpoint)
  const socket = await dial.open(url, signal).catch(throwRefusal)
  const outgoing = request({
    createConnection: () => socket,
    method: details.method,
    path: `${url.pathname}${url.search}`,
    headers: { ...details.headers, host: url.host, connection: 'close' },
    signal,
  })
  outgoing.on('error', () => undefined).end(details.body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  response.destroy()
  return response.statusCode ?? 0
}

/** A host that resolves to a forbidden address is refused for good. */
function throwRefusal(error: unknown): never {
  throw error instanceof Blocked ? new AppError('invalidRequest', { cause: error }) : error
}

function outcomeOf(status: number): 'sent' | 'gone' {
  if (status >= 200 && status < 300) return 'sent'
  if (GONE.includes(status)) return 'gone'
  const failure = new Error(`The push service answered ${status}`)
  throw status === 429 || status >= 500 ? failure : new AppError('invalidRequest', { cause: failure })
}
