import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

import ipaddr from 'ipaddr.js'

import {
  type AddressRules,
  Blocked,
  type Internet,
  refusalOfAddress,
  refusalOfUrl,
  type Target,
  targetOf,
  throwIfRefused,
} from './address-rules.ts'

/** `idleMs` is the longest silence on an open connection. */
export type Timeouts = { connectMs: number; idleMs: number }

/** The only way a link reaches the network. */
export type Dial = {
  /** Connects to the URL's host if the address rules allow it, without TLS. */
  tcp(url: URL, signal: AbortSignal): Promise<Socket>
  /** The same, with TLS for https. */
  open(url: URL, signal: AbortSignal): Promise<Socket>
}

type Options = { rules: AddressRules; internet: Internet; timeouts: Timeouts }

const MOST_ADDRESSES = 4

export function createDial(options: Options): Dial {
  const { connectMs, idleMs } = options.timeouts
  const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(connectMs)])
  return {
    tcp: async (url, signal) => withIdleTimeout(await dial(url, options, limited(signal)), idleMs),
    open: async (url, signal) => {
      const limit = limited(signal)
      const socket = await dial(url, options, limit)
      return withIdleTimeout(url.protocol === 'https:' ? await encrypt(socket, url, options, limit) : socket, idleMs)
    },
  }
}

/** Resolves once, judges every address and connects to one of those: a second lookup could answer differently. */
async function dial(url: URL, { rules, internet, timeouts }: Options, signal: AbortSignal): Promise<Socket> {
  throwIfRefused(refusalOfUrl(url, rules))
  const target = targetOf(url)
  const addresses = isIP(target.hostname)
    ? [target.hostname]
    : await unlessAborted(signal, internet.resolve(target.hostname))
  for (const address of addresses) throwIfRefused(refusalOfAddress(address, target, rules))
  const tried = addresses.slice(0, MOST_ADDRESSES)
  let failure: unknown = new Error('The host has no address')
  for (const address of tried) {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeouts.connectMs / tried.length)])
      return await connect(internet.route({ hostname: address, port: target.port }), limit)
    } catch (error) {
      if (error instanceof Blocked || signal.aborted) throw error
      failure = error
    }
  }
  throw failure
}

async function connect({ hostname, port }: Target, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: hostname, port })
  await ready(socket, 'connect', signal)
  if (!isSameAddress(socket.remoteAddress, hostname)) {
    socket.destroy()
    throw new Blocked('address')
  }
  return socket
}

async function encrypt(socket: Socket, url: URL, { internet }: Options, signal: AbortSignal): Promise<Socket> {
  const { hostname } = targetOf(url)
  const secure = connectTls({
    socket,
    host: hostname,
    ...(!isIP(hostname) && { servername: hostname }),
    ...(internet.certificates && { ca: readFileSync(internet.certificates) }),
    ALPNProtocols: ['http/1.1'],
  })
  await ready(secure, 'secureConnect', signal)
  return secure
}

/** Waits for the event; closes the socket if it does not come. */
async function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  // An error that finds no listener ends the process.
  socket.on('error', () => undefined)
  try {
    await once(socket, event, { signal })
  } catch (error) {
    socket.destroy()
    throw signal.aborted ? signal.reason : error
  }
}

/** Closes a connection that stays silent for too long. */
function withIdleTimeout(socket: Socket, idleMs: number): Socket {
  return socket.setTimeout(idleMs, () => socket.destroy(new Error('The connection was idle for too long')))
}

function isSameAddress(found: string | undefined, wanted: string): boolean {
  return found !== undefined && ipaddr.process(found).toString() === ipaddr.process(wanted).toString()
}

/** The result, unless the signal aborts first. */
async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  signal.throwIfAborted()
  const listening = new AbortController()
  try {
    return await Promise.race([work, aborted(signal, listening.signal)])
  } finally {
    listening.abort()
    // Nobody handles a late failure any more.
    work.catch(() => undefined)
  }
}

function aborted(signal: AbortSignal, until: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true, signal: until }),
  )
}

type Question = { url: URL; method?: 'GET' | 'POST'; headers: OutgoingHttpHeaders; body?: string; signal: AbortSignal }

/** Sends one request over a guarded connection of its own and returns the answer, redirects included. */
export async function ask(dial: Dial, { url, method = 'GET', headers, body, signal }: Question) {
  const socket = await dial.open(url, signal)
  const outgoing = request({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, connection: 'close' },
    signal,
  })
  // A failure after the response began surfaces on the response.
  outgoing.on('error', () => undefined).end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return response
}
