import { connect, type Socket } from 'node:net'

export type Reply = { status: number; head: string; body: Buffer; bytes: number }
export type Request = {
  method?: string
  path: string
  token?: string | undefined
  body?: object
  tag?: string | undefined
}
type Call = { request: string; onReply: (reply: Reply | undefined) => void }

/** As many as a load balancer would keep open to one process. */
const MOST = 500
const END_OF_CHUNKS = '0\r\n\r\n'

/** Calls over connections that are kept open, as a load balancer makes them. A call waits while all are busy. */
export class Connections {
  readonly #port: number
  readonly #idle: Connection[] = []
  readonly #waiting: Call[] = []
  #open = 0

  constructor(port: number) {
    this.#port = port
  }

  /** Calls back with nothing if the connection broke. */
  send(call: Call): void {
    const connection = this.#idle.pop()
    if (connection) connection.send(call)
    else if (this.#open < MOST) this.#connect().send(call)
    else this.#waiting.push(call)
  }

  get underWay(): number {
    return this.#open - this.#idle.length + this.#waiting.length
  }

  #connect(): Connection {
    this.#open++
    const connection = new Connection(this.#port, {
      onFree: () => {
        const next = this.#waiting.shift()
        if (next) connection.send(next)
        else this.#idle.push(connection)
      },
      onClose: () => {
        this.#open--
        const at = this.#idle.indexOf(connection)
        if (at !== -1) this.#idle.splice(at, 1)
        const next = this.#waiting.shift()
        if (next) this.send(next)
      },
    })
    return connection
  }
}

type Events = { onFree?: () => void; onClose: () => void }

/** A connection that is kept open, for one call at a time: cheaper than Node's client. */
export class Connection {
  readonly #socket: Socket
  readonly #onFree: (() => void) | undefined
  #call: Call | undefined
  #pieces: Buffer[] = []
  #bytes = 0
  #head: { text: string; bytes: number; total: number | undefined } | undefined

  constructor(port: number, { onFree, onClose }: Events) {
    this.#onFree = onFree
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.on('data', (piece) => this.#read(piece))
    this.#socket.on('error', () => undefined) // closes next
    this.#socket.on('close', () => {
      onClose()
      this.#call?.onReply(undefined)
    })
  }

  send(call: Call): void {
    this.#call = call
    this.#socket.write(call.request)
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#bytes += piece.length
    this.#head ??= headOf(this.#pieces)
    if (!this.#head || !this.#isWhole(this.#head.total)) return
    const { text, bytes } = this.#head
    const reply = {
      status: Number(text.slice(9, 12)),
      head: text,
      body: Buffer.concat(this.#pieces).subarray(bytes),
      bytes: this.#bytes,
    }
    const call = this.#call
    this.#call = undefined
    this.#pieces = []
    this.#bytes = 0
    this.#head = undefined
    this.#onFree?.()
    call?.onReply(reply)
  }

  #isWhole(total: number | undefined): boolean {
    if (total !== undefined) return this.#bytes >= total
    return Buffer.concat(this.#pieces.slice(-2)).subarray(-END_OF_CHUNKS.length).toString('latin1') === END_OF_CHUNKS
  }
}

function headOf(pieces: readonly Buffer[]) {
  const read = Buffer.concat(pieces)
  const end = read.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const text = read.toString('latin1', 0, end)
  const bytes = end + 4
  const length = /^content-length: (\d+)/im.exec(text)?.[1]
  const isChunked = /^transfer-encoding: chunked/im.test(text)
  return { text, bytes, total: isChunked ? undefined : bytes + Number(length ?? 0) }
}

export function requestOf({ method = 'GET', path, token, body, tag }: Request): string {
  const content = body ? JSON.stringify(body) : ''
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'accept-encoding: gzip, br',
    ...(token ? [`authorization: Bearer ${token}`] : []),
    ...(tag ? [`if-none-match: ${tag}`] : []),
    ...(body ? ['content-type: application/json'] : []),
    ...(method === 'POST' ? [`content-length: ${Buffer.byteLength(content)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${content}`
}

export const tagIn = (head: string) => /^etag: (.+)$/im.exec(head)?.[1]?.trim()

type Stream = { socket: Socket; lastId: string; isAlive: boolean }
type StreamEvents = {
  onVersion: (person: number) => void
  onOpen?: (ms: number) => void
  onFailure?: () => void
}

const REOPEN_MS = 1000

/** One stream of changes per person, opened again when it ends. */
export class Streams {
  readonly #port: number
  readonly #events: StreamEvents
  readonly #streams = new Map<number, Stream>()

  constructor(port: number, events: StreamEvents) {
    this.#port = port
    this.#events = events
  }

  get alive(): number {
    return [...this.#streams.values()].filter(({ isAlive }) => isAlive).length
  }

  open(person: number, token: string): void {
    const lastId = this.#streams.get(person)?.lastId ?? ''
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
    const stream: Stream = { socket, lastId, isAlive: false }
    this.#streams.set(person, stream)
    const startedAt = performance.now()
    const head = `GET /api/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n`
    socket.write(lastId ? `${head}last-event-id: ${lastId}\r\n\r\n` : `${head}\r\n`)
    socket.on('data', (text: string) => {
      if (!stream.isAlive) this.#events.onOpen?.(performance.now() - startedAt)
      stream.isAlive = true
      const id = [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1]
      if (id === undefined) return
      stream.lastId = id
      this.#events.onVersion(person)
    })
    socket.on('error', () => undefined) // closes next
    socket.on('close', () => {
      if (this.#streams.get(person) !== stream) return
      if (!stream.isAlive) this.#events.onFailure?.()
      stream.isAlive = false
      setTimeout(() => this.open(person, token), REOPEN_MS * Math.random())
    })
  }

  /** As if the server had ended it. */
  reopen(person: number, token: string): void {
    const before = this.#streams.get(person)
    this.open(person, token)
    before?.socket.destroy()
  }

  close(): void {
    const open = [...this.#streams.values()]
    this.#streams.clear()
    for (const { socket } of open) socket.destroy()
  }
}
