import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { Connections, type Reply, type Request, requestOf, Streams, tagIn } from '#lab/bench/connections.ts'

import { ASSUMED, FOLLOWING, type Kind, type Rates } from './mix.ts'
import { createTally, noCalls, type Tallies } from './tally.ts'

/** A signed-in person with an open page; some have a text of an hour. */
export type Page = { token: string; text?: { scriptId: string; segments: number } }

export type Scene = {
  port: number
  pages: readonly Page[]
  /** How many of the first pages show a file in progress. */
  moving: number
  words: readonly string[]
  sentences: readonly string[]
}

const LIST = '/api/scripts?page=1&pageSize=10&sort=-uploadAt'
const ACCOUNT = '/api/account'
const SENT = Buffer.alloc(1000, 'a')
const SHA256 = createHash('sha256').update(SENT).digest('hex')

type Asked = Omit<Request, 'token'> & { kind: string; page: Page }
type Editing = { version: number; isBusy: boolean }

/** The people of a cell: does what it is told at the rates it is told, whether or not the API keeps up. */
class Crowd {
  readonly tally = createTally()
  readonly connections: Connections
  readonly streams: Streams
  readonly #scene: Scene
  readonly #tags = new Map<string, string>()
  readonly #editing = new Map<Page, Editing>()
  readonly #readers: readonly Page[]
  readonly #failures = new Set<string>()

  constructor(scene: Scene) {
    this.#scene = scene
    this.#readers = scene.pages.filter(({ text }) => text)
    this.connections = new Connections(scene.port)
    this.streams = new Streams(scene.port, {
      onVersion: (person) => this.#follow(person),
      onOpen: (ms) => this.tally.answered('stream', ms, 0),
      onFailure: () => this.tally.failed('stream'),
    })
  }

  /** The people whose network carries streams. */
  get listening(): number {
    return Math.round(this.#scene.pages.length * ASSUMED.streamShare)
  }

  openStream(person: number): void {
    this.streams.open(person, this.#page(person).token)
  }

  /** Each kind as often as its rate says, at random moments. */
  act(rates: Rates, seconds: number): void {
    for (const [kind, rate] of Object.entries(rates) as [Kind, number][])
      for (let left = poisson(rate * seconds); left > 0; left--) this.#acts[kind]()
  }

  readonly #acts: Record<Kind, () => void> = {
    account: () => this.#poll('account', this.#anybody(), ACCOUNT),
    list: () => this.#poll('list', this.#anybody(), LIST),
    movingList: () => void this.#ask({ kind: 'movingList', page: this.#page(below(this.#scene.moving)), path: LIST }),
    openList: () => void this.#ask({ kind: 'openList', page: this.#page(this.#anybody()), path: LIST }),
    read: () => this.#read(one(this.#readers)),
    edit: () => void this.#edit(one(this.#readers)),
    search: () => void this.#search(one(this.#readers)),
    upload: () => void this.#upload(this.#page(this.#anybody())),
    stream: () => {
      const person = below(this.listening)
      this.streams.reopen(person, this.#page(person).token)
    },
    // By the workers, in another process.
    task: () => undefined,
    finish: () => undefined,
  }

  #anybody(): number {
    return below(this.#scene.pages.length)
  }

  #page(person: number): Page {
    const page = this.#scene.pages[person]
    if (!page) throw new Error(`Nobody has number ${person}`)
    return page
  }

  #follow(person: number): void {
    const [account, list] = FOLLOWING
    this.#poll(account, person, ACCOUNT)
    this.#poll(list, person, LIST)
  }

  /** Asks with the tag of the last answer, as pages do. */
  #poll(kind: string, person: number, path: string): void {
    const key = `${person} ${path}`
    void this.#ask({ kind, page: this.#page(person), path, tag: this.#tags.get(key) }).then((reply) => {
      const tag = reply && tagIn(reply.head)
      if (tag) this.#tags.set(key, tag)
    })
  }

  #read(page: Page): void {
    void this.#ask({ kind: 'read', page, path: `/api/scripts/${page.text?.scriptId}` })
  }

  async #edit(page: Page): Promise<void> {
    const { scriptId, segments } = page.text ?? { scriptId: '', segments: 0 }
    const editing = this.#editing.get(page) ?? { version: 0, isBusy: false }
    this.#editing.set(page, editing)
    if (editing.isBusy) return this.#edit(one(this.#readers))
    editing.isBusy = true
    const operation = { kind: 'editText', at: below(segments), count: 1, text: one(this.#scene.sentences) }
    const body = { version: editing.version, operation }
    const reply = await this.#ask({ kind: 'edit', page, method: 'POST', path: `/api/scripts/${scriptId}/edits`, body })
    if (reply?.status === 200) editing.version++
    editing.isBusy = false
  }

  #search(page: Page): Promise<Reply | undefined> {
    const path = `/api/scripts/search?pageSize=50&search=${encodeURIComponent(one(this.#scene.words))}`
    return this.#ask({ kind: 'search', page, path })
  }

  /** The calls of a file of an hour. Of its bytes only a thousand are sent: they go to the store, not to the API. */
  async #upload(page: Page): Promise<void> {
    const ask = async (path: string, body?: object) => {
      const reply = await this.#ask({ kind: 'upload', page, method: 'POST', path, ...(body && { body }) })
      return reply?.status === 200 ? (JSON.parse(reply.body.toString()) as Record<string, unknown>) : {}
    }
    const file = { fileName: 'talk.mp3', contentType: 'audio/mpeg', size: SENT.length }
    const { upload } = (await ask('/api/uploads', file)) as { upload?: { id: string } }
    if (!upload) return
    let url = ''
    for (let part = 0; part < ASSUMED.partsPerFile; part++)
      ({ url = '' } = (await ask(`/api/uploads/${upload.id}/parts`, { number: 1, sha256: SHA256 })) as { url?: string })
    const sent = await fetch(url, { method: 'PUT', body: SENT }).catch(() => undefined)
    if (sent?.ok) await ask(`/api/uploads/${upload.id}/complete`)
    else this.tally.failed('upload')
  }

  /** The first failure of each sort is shown. */
  #fail(kind: string, reply: Reply | undefined): void {
    this.tally.failed(kind)
    const failure = `${kind}: ${reply ? `${reply.status} ${reply.body.toString().slice(0, 200)}` : 'the connection broke'}`
    if (!this.#failures.has(failure)) console.error(failure)
    this.#failures.add(failure)
  }

  #ask(asked: Asked): Promise<Reply | undefined> {
    const startedAt = performance.now()
    return new Promise((resolve) => {
      const onReply = (reply: Reply | undefined) => {
        const isAnswered = reply?.status === 200 || reply?.status === 304
        if (isAnswered) this.tally.answered(asked.kind, performance.now() - startedAt, reply.bytes)
        else this.#fail(asked.kind, reply)
        resolve(reply)
      }
      this.connections.send({ request: requestOf({ ...asked, token: asked.page.token }), onReply })
    })
  }
}

const below = (count: number) => Math.floor(Math.random() * count)

function one<T>(list: readonly T[]): T {
  const chosen = list[below(list.length)]
  if (chosen === undefined) throw new Error('Nothing to choose from')
  return chosen
}

/** How many events of a rate fall into a moment: Knuth's method. */
function poisson(mean: number): number {
  const limit = Math.exp(-mean)
  let events = 0
  for (let product = Math.random(); product > limit; product *= Math.random()) events++
  return events
}

/** Orders to the crowd, which is a process of its own so that its CPU time is counted apart. */
export type Order = { open: Scene } | { rates: Rates } | { take: true }
export type Answer = { opened: number } | { taken: Tallies; underWay: number }

const TICK_MS = 10
const OPENED_AT_ONCE = 50
/** A page that opens its stream asks for the account and the list: not all in one moment. */
const MOST_UNDER_WAY = 400

let crowd: Crowd | undefined
let rates: Rates = {}
let lastAt = performance.now()

process.on('message', (order: Order) => {
  if ('open' in order) void open(order.open)
  else if ('rates' in order) rates = order.rates
  else answer({ taken: crowd?.tally.take() ?? { all: noCalls }, underWay: crowd?.connections.underWay ?? 0 })
})
process.on('disconnect', () => process.exit())

async function open(scene: Scene): Promise<void> {
  const opening = new Crowd(scene)
  for (let person = 0; person < opening.listening; person++) {
    opening.openStream(person)
    if (person % OPENED_AT_ONCE !== 0) continue
    do await wait(TICK_MS)
    while (opening.connections.underWay > MOST_UNDER_WAY)
  }
  while (opening.streams.alive < opening.listening || opening.connections.underWay > 0) await wait(TICK_MS)
  crowd = opening
  lastAt = performance.now()
  setInterval(tick, TICK_MS)
  answer({ opened: opening.listening })
}

function tick(): void {
  const now = performance.now()
  crowd?.act(rates, (now - lastAt) / 1000)
  lastAt = now
}

function answer(message: Answer): void {
  process.send?.(message)
}
