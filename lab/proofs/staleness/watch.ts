import type { ChangeKind, Told } from './changes.ts'

/** Replies to pollers around one change. */
export type Watched = {
  /** How long after the commit's answer a poll was sent that still got the old; infinite if the new never came. */
  staleMs: number
  /** Replies whose tag names the version of the change, without the change. */
  falseTags: number
  polls: number
  unchanged: number
}

type Answer = { sentAt: number; isUnchanged: boolean; version: number; told: Told }

const POLLERS = 3

/** Open pages of one kind that ask again at once, with the tag of their last reply. */
export class Watchers {
  readonly kind: ChangeKind
  readonly #pollers: Poller[]

  constructor(url: string, kind: ChangeKind) {
    this.kind = kind
    this.#pollers = Array.from({ length: POLLERS }, () => new Poller(url, kind))
  }

  /** Makes a change under the pollers, which go on until all are told of it, or for `limitMs`. */
  async watch(limitMs: number): Promise<Watched> {
    await this.ask()
    const answers: Answer[] = []
    let isOver = false
    const poll = async (poller: Poller) => {
      while (!isOver) answers.push(await poller.ask())
    }
    const change = this.#change(limitMs).finally(() => (isOver = true))
    const [{ expected, version, committedAt, isTold }] = await Promise.all([change, ...this.#pollers.map(poll)])
    const old = answers.filter(({ told }) => told !== expected)
    return {
      staleMs: isTold ? Math.max(0, ...old.map(({ sentAt }) => sentAt - committedAt)) : Infinity,
      falseTags: old.filter((answer) => answer.version >= version).length,
      polls: answers.length,
      unchanged: answers.filter(({ isUnchanged }) => isUnchanged).length,
    }
  }

  async #change(limitMs: number) {
    const { kind } = this
    const before = await kind.version()
    const expected = await kind.apply()
    const committedAt = performance.now()
    const version = await kind.version()
    if (version <= before) throw new Error(`No version was raised: ${kind.name}`)
    const isTold = () => this.#pollers.every(({ told }) => told === expected)
    while (!isTold() && performance.now() - committedAt < limitMs) await nextTurn()
    return { expected, version, committedAt, isTold: isTold() }
  }

  /** One poll of each. */
  async ask(): Promise<void> {
    for (const poller of this.#pollers) await poller.ask()
  }
}

class Poller {
  readonly #url: string
  readonly #kind: ChangeKind
  #tag: string | undefined
  told: Told = undefined

  constructor(url: string, kind: ChangeKind) {
    this.#url = url + kind.path
    this.#kind = kind
  }

  async ask(): Promise<Answer> {
    const tag = this.#tag
    const headers = { authorization: `Bearer ${this.#kind.token}`, ...(tag && { 'if-none-match': tag }) }
    const sentAt = performance.now()
    const reply = await fetch(this.#url, { headers })
    const isUnchanged = reply.status === 304
    if (!isUnchanged && !reply.ok) throw new Error(`A poll was answered ${reply.status}: ${await reply.text()}`)
    if (!isUnchanged) {
      this.told = this.#kind.toldBy(await reply.json())
      this.#tag = reply.headers.get('etag') ?? undefined
    }
    return { sentAt, isUnchanged, version: versionIn(this.#tag), told: this.told }
  }
}

/** Tags are `W/"release.user.version.until"`; a reply that moves has none. */
function versionIn(tag: string | undefined): number {
  return tag === undefined ? -1 : Number(tag.split('.')[2])
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 1))
