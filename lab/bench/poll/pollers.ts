import { connect, type Socket } from 'node:net'

/** Polls of one kind as they were answered. */
export type Polled = {
  perSecond: number
  p50: number
  p99: number
  /** Answers that were neither 200 nor 304, and connections that closed. */
  errors: number
  /** Their statuses and how often each came. */
  failures: string
  /** Share of answers 304. */
  unchanged: number
  /** Pollers that have been answered at least once since the last reset. */
  served: number
}

const BUCKET_MS = 0.1
const BUCKETS = 200_000
/** A short queue of new connections must not overflow. */
const OPENED_AT_ONCE = 200
const OPENING_PAUSE_MS = 40
const RECONNECT_MS = 200

type Target = { port: number; path: string; token?: string }

/**
 * Many open pages in one process: plain sockets that keep the tag of the last answer and send it back. `everyMs` 0 asks
 * again at once.
 */
export class Pollers {
  readonly #pollers: Poller[]
  readonly #waits = new Float64Array(BUCKETS)
  #counts = { answers: 0, unchanged: 0, errors: 0 }
  readonly #failures = new Map<string, number>()
  #served = new Set<Poller>()
  #startedAt = 0
  isStopped = false

  readonly everyMs: number

  constructor(targets: readonly Target[], everyMs: number) {
    this.everyMs = everyMs
    this.#pollers = targets.map((target) => new Poller(target, this))
  }

  async open(): Promise<void> {
    for (let from = 0; from < this.#pollers.length; from += OPENED_AT_ONCE) {
      for (const poller of this.#pollers.slice(from, from + OPENED_AT_ONCE)) poller.open()
      await pause(OPENING_PAUSE_MS)
    }
  }

  /** Forgets what was measured so far. */
  reset(): void {
    this.#waits.fill(0)
    this.#counts = { answers: 0, unchanged: 0, errors: 0 }
    this.#failures.clear()
    this.#served.clear()
    this.#startedAt = performance.now()
  }

  answered(poller: Poller, status: string, ms: number): void {
    this.#counts.answers++
    this.#served.add(poller)
    if (status === '304') this.#counts.unchanged++
    else if (status !== '200') this.failed(status)
    const bucket = Math.min(BUCKETS - 1, Math.floor(ms / BUCKET_MS))
    this.#waits[bucket] = (this.#waits[bucket] ?? 0) + 1
  }

  failed(how: string): void {
    this.#counts.errors++
    this.#failures.set(how, (this.#failures.get(how) ?? 0) + 1)
  }

  result(): Polled {
    const { answers, unchanged, errors } = this.#counts
    const seconds = (performance.now() - this.#startedAt) / 1000
    return {
      perSecond: Math.round(answers / seconds),
      p50: this.#quantile(0.5),
      p99: this.#quantile(0.99),
      errors,
      failures: Array.from(this.#failures, ([how, count]) => `${count} × ${how}`).join(', '),
      unchanged: answers === 0 ? 0 : unchanged / answers,
      served: this.#served.size,
    }
  }

  #quantile(share: number): number {
    let left = this.#counts.answers * share
    for (const [bucket, count] of this.#waits.entries()) {
      left -= count
      if (left <= 0) return bucket * BUCKET_MS
    }
    return Infinity
  }

  stop(): void {
    this.isStopped = true
    for (const poller of this.#pollers) poller.close()
  }
}

class Poller {
  readonly #head: string
  readonly #port: number
  readonly #group: Pollers
  #socket: Socket | undefined
  #tag = ''
  #sentAt = 0
  #rest = ''

  constructor({ port, path, token }: Target, group: Pollers) {
    this.#port = port
    this.#group = group
    this.#head = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${token ? `authorization: Bearer ${token}\r\n` : ''}`
  }

  open(): void {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
    this.#socket = socket
    this.#rest = ''
    const { everyMs } = this.#group
    socket.on('connect', () => setTimeout(() => this.#ask(), everyMs * Math.random()))
    socket.on('data', (text: string) => this.#read(text))
    socket.on('error', () => undefined) // closes next
    socket.on('close', () => {
      if (this.#group.isStopped) return
      this.#group.failed('closed')
      setTimeout(() => this.open(), RECONNECT_MS)
    })
  }

  close(): void {
    this.#socket?.destroy()
  }

  #ask(): void {
    if (this.#group.isStopped || this.#socket?.destroyed) return
    this.#sentAt = performance.now()
    this.#socket?.write(this.#tag ? `${this.#head}if-none-match: ${this.#tag}\r\n\r\n` : `${this.#head}\r\n`)
  }

  #read(text: string): void {
    this.#rest += text
    const end = this.#rest.indexOf('\r\n\r\n')
    if (end === -1) return
    const head = this.#rest.slice(0, end)
    const status = head.slice(9, 12)
    const length = status === '304' ? 0 : Number(/^content-length: (\d+)/m.exec(head)?.[1] ?? 0)
    if (this.#rest.length < end + 4 + length) return
    this.#rest = ''
    this.#tag = /^etag: (.+)\r?$/m.exec(head)?.[1]?.trim() ?? (status === '304' ? this.#tag : '')
    this.#group.answered(this, status, performance.now() - this.#sentAt)
    if (this.#group.everyMs > 0) setTimeout(() => this.#ask(), this.#group.everyMs)
    else this.#ask()
  }
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
