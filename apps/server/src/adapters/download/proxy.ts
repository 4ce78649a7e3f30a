import { once } from 'node:events'
import { createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Blocked } from './address-rules.ts'
import type { Dial } from './dial.ts'

/** One program's only way out: under the same address rules as direct links, up to a number of bytes. */
export type Proxy = {
  /** Whether the program asked for an address that the rules refuse. */
  hasBlocked(): boolean
  close(): Promise<void>
}

type Options = {
  /** The Unix socket it listens on, which a program without network can be given. */
  path: string
  dial: Dial
  /** Most bytes that may pass, both directions together. */
  limitBytes: number
  signal: AbortSignal
  onLimit(): void
}

const MOST_CONNECTIONS = 32
const METHODS = ['GET', 'HEAD', 'POST']
/** Hop-by-hop headers, not meant for the server. */
const HOP_HEADERS = ['connection', 'keep-alive', 'proxy-connection', 'proxy-authorization', 'te', 'upgrade']

export async function startProxy(options: Options): Promise<Proxy> {
  const { dial, signal } = options
  let isBlocked = false
  const counted = createMeter(options)
  const statusOf = (error: unknown) => {
    isBlocked ||= error instanceof Blocked
    return error instanceof Blocked ? 403 : 502
  }

  const server = createServer((request, response) => {
    forward({ dial, signal, counted }, request, response).catch((error: unknown) => refuse(response, statusOf(error)))
  })
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    client.on('error', () => undefined)
    tunnel({ dial, signal, counted }, request, client, head).catch((error: unknown) =>
      client.end(`HTTP/1.1 ${statusOf(error)} Refused\r\n\r\n`),
    )
  })
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket.once('close', () => sockets.delete(socket))))
  server.maxConnections = MOST_CONNECTIONS
  server.listen(options.path)
  await once(server, 'listening')

  return {
    hasBlocked: () => isBlocked,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

type Counted = (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>
type Route = { dial: Dial; signal: AbortSignal; counted: Counted }

/** Passes bytes through until the limit, then fails. */
function createMeter({ limitBytes, onLimit }: Pick<Options, 'limitBytes' | 'onLimit'>): Counted {
  let bytes = 0
  return async function* counted(source) {
    for await (const data of source) {
      bytes += data.length
      if (bytes > limitBytes) {
        onLimit()
        throw new Error('The proxy reached its byte limit')
      }
      yield data
    }
  }
}

/** CONNECT host:port: opaque bytes in both directions, mostly TLS. */
async function tunnel(
  route: Route,
  { url: authority = '' }: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const url = /^[^\s/?#@\\]+:\d+$/.test(authority) ? URL.parse(`https://${authority}`) : undefined
  if (!url) throw new Blocked('scheme')
  const server = await route.dial.tcp(url, route.signal)
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  server.write(head)
  await Promise.allSettled([pipeline(client, route.counted, server), pipeline(server, route.counted, client)])
}

/** A request with an absolute URL in its first line, the proxy form of plain HTTP. */
async function forward(route: Route, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = URL.parse(request.url ?? '')
  if (url?.protocol !== 'http:' || !METHODS.includes(request.method ?? '')) throw new Blocked('scheme')
  const socket = await route.dial.tcp(url, route.signal)
  const headers = Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.includes(name))
  const outgoing = send({
    createConnection: () => socket,
    method: request.method ?? '',
    path: `${url.pathname}${url.search}`,
    headers: { ...Object.fromEntries(headers), host: url.host, connection: 'close' },
  })
  // A failure after the response began surfaces on the response.
  outgoing.on('error', () => undefined)
  const [[answer]] = await Promise.all([
    once(outgoing, 'response') as Promise<[IncomingMessage]>,
    pipeline(request, route.counted, outgoing),
  ])
  response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
  await pipeline(answer, route.counted, response)
}

function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(status, { connection: 'close' }).end()
}
