import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Blocked } from './blocked.ts'
import type { Dial } from './dial.ts'

/** The way out for one program: through the same guard as everything else, and no further than its limits. */
export type Proxy = {
  /** Whether the program asked for what the guard refused. */
  hasBlocked(): boolean
  close(): Promise<void>
}

type Options = {
  /** The socket it listens on: a file, so that it can be shown to a program that has no network. */
  path: string
  dial: Dial
  /** All that may pass, both ways together. */
  limitBytes: number
  signal: AbortSignal
  onLimit(): void
}

const MOST_CONNECTIONS = 32
const METHODS = ['GET', 'HEAD', 'POST']
/** Headers between a client and its proxy, not meant for the server. */
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
type Way = { dial: Dial; signal: AbortSignal; counted: Counted }

/** Lets bytes through until there were too many. */
function createMeter({ limitBytes, onLimit }: Pick<Options, 'limitBytes' | 'onLimit'>): Counted {
  let bytes = 0
  return async function* counted(source) {
    for await (const part of source) {
      bytes += part.length
      if (bytes > limitBytes) {
        onLimit()
        throw new Error('Too much has passed')
      }
      yield part
    }
  }
}

/** CONNECT host:port: bytes both ways, mostly TLS, of which we see nothing. */
async function tunnel(way: Way, { url: authority = '' }: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
  const url = /^[^\s/?#@\\]+:\d+$/.test(authority) ? URL.parse(`https://${authority}`) : undefined
  if (!url) throw new Blocked('scheme')
  const server = await way.dial.tcp(url, way.signal)
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  server.write(head)
  await Promise.allSettled([pipeline(client, way.counted, server), pipeline(server, way.counted, client)])
}

/** A request with the whole address in its first line, as programs ask proxies for plain HTTP. */
async function forward(way: Way, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = URL.parse(request.url ?? '')
  if (url?.protocol !== 'http:' || !METHODS.includes(request.method ?? '')) throw new Blocked('scheme')
  const socket = await way.dial.tcp(url, way.signal)
  const headers = Object.entries(request.headers).filter(([name]) => !HOP_HEADERS.includes(name))
  const asked = ask({
    createConnection: () => socket,
    method: request.method ?? '',
    path: `${url.pathname}${url.search}`,
    headers: { ...Object.fromEntries(headers), host: url.host, connection: 'close' },
  })
  // What breaks after the answer began is told by the answer itself.
  asked.on('error', () => undefined)
  const [[answer]] = await Promise.all([
    once(asked, 'response') as Promise<[IncomingMessage]>,
    pipeline(request, way.counted, asked),
  ])
  response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
  await pipeline(answer, way.counted, response)
}

function refuse(response: ServerResponse, status: number): void {
  if (response.headersSent) response.destroy()
  else response.writeHead(status, { connection: 'close' }).end()
}
