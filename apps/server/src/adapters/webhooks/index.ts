import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import { type AttemptOutcome, retryAfterSeconds } from '@doslovno/domain/webhooks/course.ts'

import {
  type AddressRules,
  Blocked,
  createAddressRules,
  type Internet,
  internet as theInternet,
  type Refusal,
  refusalOfUrl,
  targetOf,
  throwIfRefused,
} from '#adapters/download/address-rules.ts'
import { ask, createDial } from '#adapters/download/dial.ts'
import type { Config } from '#platform/config.ts'

/** `secrets`: each signs the message. */
export type WebhookMessage = { url: string; secrets: readonly string[]; messageId: string; body: string }

/** Sends signed messages to addresses of users, under the address rules of links. */
export type Webhooks = {
  /** Why messages may not be sent to this address, judged by its text alone. */
  refusalOf(url: string): Refusal | undefined
  /** Makes one attempt. Rejects only if the signal aborts. */
  send(message: WebhookMessage, now: Date, signal: AbortSignal): Promise<AttemptOutcome>
}

type Options = { internet?: Internet; timeoutMs?: number }

/** For the connection and the answer together. */
const TIMEOUT_MS = 10_000
/** Of an answer that nobody reads. */
const MOST_ANSWER_BYTES = 4096

export function createWebhooks(config: Pick<Config, 'download' | 'isDevelopment'>, options: Options = {}): Webhooks {
  const { internet = theInternet, timeoutMs = TIMEOUT_MS } = options
  const rules = createAddressRules(config.download)
  const dial = createDial({ rules, internet, timeouts: { connectMs: timeoutMs, idleMs: timeoutMs } })
  const refusalOf = (url: URL) => refusalOfUrl(url, rules) ?? refusalOfPlain(url, rules, config.isDevelopment)
  const post = async (message: WebhookMessage, now: Date, signal: AbortSignal): Promise<AttemptOutcome> => {
    const url = new URL(message.url)
    throwIfRefused(refusalOf(url))
    const headers = { ...sign(message, now), 'content-type': 'application/json', 'user-agent': 'Doslovno-Webhooks/1' }
    const response = await ask(dial, { url, method: 'POST', headers, body: message.body, signal })
    await dropAnswer(response)
    return { status: response.statusCode ?? 0, retryAfterSeconds: waitOf(response, now) }
  }
  return {
    refusalOf: (text) => {
      const url = URL.parse(text)
      return url ? refusalOf(url) : 'scheme'
    },
    send: async (message, now, signal) => {
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        return await post(message, now, AbortSignal.any([signal, timeout]))
      } catch (error) {
        signal.throwIfAborted()
        return { error: timeout.aborted ? 'timeout' : errorOf(error) }
      }
    },
  }
}

/** Without TLS anybody on the way could read and change messages. */
function refusalOfPlain(url: URL, { allowedPrivateHosts }: AddressRules, isDevelopment: boolean): Refusal | undefined {
  const { hostname, port } = targetOf(url)
  const isFree = isDevelopment || allowedPrivateHosts.includes(`${hostname}:${port}`)
  return url.protocol === 'https:' || isFree ? undefined : 'scheme'
}

/** The status decides; a body that breaks off or does not end changes nothing. */
async function dropAnswer(response: IncomingMessage): Promise<void> {
  let bytes = 0
  try {
    for await (const part of response as AsyncIterable<Buffer>) if ((bytes += part.length) > MOST_ANSWER_BYTES) break
  } catch {
    // The status has arrived already.
  } finally {
    response.destroy()
  }
}

const BUSY = [429, 503]

function waitOf({ statusCode = 0, headers }: IncomingMessage, now: Date): number | undefined {
  return BUSY.includes(statusCode) ? retryAfterSeconds(headers['retry-after'], now) : undefined
}

const TLS_CODES = /^(EPROTO|CERT_|ERR_TLS|ERR_SSL|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/
const NO_HOST_CODES = ['ENOTFOUND', 'EAI_AGAIN']

/** A host inside our own network is indistinguishable from a missing host. */
function errorOf(error: unknown): Extract<AttemptOutcome, { error: string }>['error'] {
  if (error instanceof Blocked) return 'address'
  if (!(error instanceof Error)) return 'network'
  const code = 'code' in error ? String(error.code) : ''
  if (NO_HOST_CODES.includes(code)) return 'address'
  if (error.name === 'TimeoutError' || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ECONNREFUSED') return 'refused'
  return TLS_CODES.test(code) ? 'tls' : 'network'
}

const PREFIX = 'whsec_'

type Signed = Omit<WebhookMessage, 'url'>

/** The headers of the specification Standard Webhooks, for one attempt. */
function sign({ secrets, messageId, body }: Signed, now: Date): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${messageId}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
