import { setTimeout as wait } from 'node:timers/promises'

import { count, listed } from '#lab/figures.ts'

import { Connection, type Reply, requestOf, tagIn } from './connections.ts'

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

export type Target = { port: number; path: string; token?: string }

/** Many open pages, each on a connection of its own; they send the last tag back. `everyMs` 0 asks again at once. */
export class Pollers {
  readonly #pollers: Poller[]
  readonly #waits = new Float64Array(BUCKETS)
  #counts = { answers: 0, unchanged: 0, errors: 0 }
  #failures: Record<string, number> = {}
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
      await wait(OPENING_PAUSE_MS)
    }
  }

  /** Forgets what was measured so far. */
  reset(): void {
    this.#waits.fill(0)
    this.#counts = { answers: 0, unchanged: 0, errors: 0 }
    this.#failures = {}
    this.#served.clear()
    this.#startedAt = performance.now()
  }

  answered(poller: Poller, status: number, ms: number): void {
    this.#counts.answers++
    this.#served.add(poller)
    if (status === 304) this.#counts.unchanged++
    else if (status !== 200) this.failed(String(status))
    const bucket = Math.min(BUCKETS - 1, Math.floor(ms / BUCKET_MS))
    this.#waits[bucket] = (this.#waits[bucket] ?? 0) + 1
  }

  failed(how: string): void {
    this.#counts.errors++
    count(this.#failures, how)
  }

  result(): Polled {
    const { answers, unchanged, errors } = this.#counts
    const seconds = (performance.now() - this.#startedAt) / 1000
    return {
      perSecond: Math.round(answers / seconds),
      p50: this.#quantile(0.5),
      p99: this.#quantile(0.99),
      errors,
      failures: errors > 0 ? listed(this.#failures) : '',
      unchanged: answers === 0 ? 0 : unchanged / answers,
      served: this.#served.size,
    }
  }

  #quantile(share: number): number {
    let left = this.#counts.answers * share
    for (const [bucket, waits] of this.#waits.entries()) {
      left -= waits
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
  readonly #target: Target
  readonly #group: Pollers
  #connection: Connection | undefined
  #tag = ''

  constructor(target: Target, group: Pollers) {
    this.#target = target
    this.#group = group
  }

  open(): void {
    const onClose = () => {
      if (this.#group.isStopped) return
      this.#group.failed('closed')
      setTimeout(() => this.open(), RECONNECT_MS)
    }
    this.#connection = new Connection(this.#target.port, { onClose })
    setTimeout(() => this.#ask(), this.#group.everyMs * Math.random())
  }

  close(): void {
    this.#connection?.close()
  }

  #ask(): void {
    if (this.#group.isStopped) return
    const { path, token } = this.#target
    const sentAt = performance.now()
    const onReply = (reply: Reply | undefined) => reply && this.#read(reply, performance.now() - sentAt)
    this.#connection?.send({ request: requestOf({ path, token, tag: this.#tag }), onReply })
  }

  #read({ status, head }: Reply, ms: number): void {
    this.#tag = tagIn(head) ?? (status === 304 ? this.#tag : '')
    this.#group.answered(this, status, ms)
    if (this.#group.everyMs > 0) setTimeout(() => this.#ask(), this.#group.everyMs)
    else this.#ask()
  }
}
