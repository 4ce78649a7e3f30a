import { setTimeout as wait } from 'node:timers/promises'

import { freshApp } from '#lab/app.ts'
import { isShort } from '#lab/arguments.ts'
import { most, percentile, sum } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'
import { type ApiProcess, headersOf, startApi } from '#lab/processes.ts'
import { waitUntil } from '#scripts/services/wait.ts'

import { type ChangeKind, changeKinds, type Told } from './staleness/changes.ts'
import { type PostgresProxy, startProxy } from './staleness/proxy.ts'

const plan = isShort ? { changes: 40, silences: 2, cuts: 2 } : { changes: 1000, silences: 20, cuts: 20 }
/** The short form runs beside other work. */
const LIMIT_MS = isShort ? 5000 : 1000
/** Pollers that have not been told by then stop. */
const GIVE_UP_MS = LIMIT_MS + 2000
/** Longer than the listener waits for an answer: every second silence outlasts its connection. */
const LONG_SILENCE_MS = 4000
const TRUST_SECONDS = 60

/** Process one takes the changes, process two the polls; its ways to the database lead through proxies. */
type Pair = { one: ApiProcess; two: ApiProcess; data: PostgresProxy; listening: PostgresProxy }

/** Changes through one API process, polls with tags at another. */
export async function main(): Promise<void> {
  const test = await freshApp()
  const { databaseUrl } = test.config
  const [data, listening] = [await startProxy(databaseUrl), await startProxy(databaseUrl)]
  const ways = { DATABASE_URL: data.url, DATABASE_DIRECT_URL: listening.url }
  const pair = { one: await startApi(test.config), two: await startApi(test.config, ways), data, listening }
  const kinds = await changeKinds(test, pair.one, plan.changes)
  const watchers = kinds.map((kind) => new Watchers(pair.two.url, kind))
  await isTrustedAgain(pair, watchers)
  await undisturbed(watchers)
  await silences(pair, watchers)
  await cuts(pair, watchers)
  await control(pair, watchers)
}

const inTurn = (watchers: readonly Watchers[], index: number) => {
  const chosen = watchers[index % watchers.length]
  if (!chosen) throw new Error('There is no kind of change')
  return chosen
}

async function undisturbed(watchers: readonly Watchers[]): Promise<void> {
  const watched: Watched[] = []
  for (let index = 0; index < plan.changes; index++) watched.push(await inTurn(watchers, index).watch(GIVE_UP_MS))
  judge(`changes in turns (${watchers.map(({ kind }) => kind.name).join(', ')})`, watched)
}

/** The listener's connection stays open and carries nothing, from a moment before the change. */
async function silences(pair: Pair, watchers: readonly Watchers[]): Promise<void> {
  const [first, second, third]: [Watched[], Watched[], Watched[]] = [[], [], []]
  for (let index = 0; index < plan.silences; index++) {
    const silentAt = performance.now()
    pair.listening.fallSilent()
    first.push(await inTurn(watchers, index).watch(GIVE_UP_MS))
    second.push(await inTurn(watchers, index + 1).watch(GIVE_UP_MS))
    const longMs = index % 2 === 0 ? 0 : LONG_SILENCE_MS
    await waitUntil('the end of the silence', LONG_SILENCE_MS, () => performance.now() - silentAt >= longMs)
    pair.listening.resume()
    await isTrustedAgain(pair, watchers)
    third.push(await inTurn(watchers, index + 2).watch(GIVE_UP_MS))
  }
  judge("a change after the listener's connection fell silent", first)
  judge('the next change in the silence', second)
  judge('a change after the silence, heard again', third)
}

/** The listener's connection breaks a moment before the change. */
async function cuts(pair: Pair, watchers: readonly Watchers[]): Promise<void> {
  const [first, second]: [Watched[], Watched[]] = [[], []]
  for (let index = 0; index < plan.cuts; index++) {
    pair.listening.cut()
    first.push(await inTurn(watchers, index).watch(GIVE_UP_MS))
    await isTrustedAgain(pair, watchers)
    second.push(await inTurn(watchers, index + 1).watch(GIVE_UP_MS))
  }
  judge("a change after the listener's connection broke", first)
  judge('a change after it was opened again', second)
}

/** Probes are answered, notifications are not passed on: the process trusts what it knows, and tells the old. */
async function control({ listening }: Pair, watchers: readonly Watchers[]): Promise<void> {
  listening.withholdNotifications()
  const { staleMs } = await inTurn(watchers, 0).watch(GIVE_UP_MS)
  mark('control: notifications are withheld, probes answered: the old is told for longer', describe(staleMs), staleMs > LIMIT_MS) // prettier-ignore
}

/** A process that trusts what it has heard answers unchanged polls without a byte to the database. */
async function isTrustedAgain({ data }: Pair, watchers: readonly Watchers[]): Promise<void> {
  const watcher = inTurn(watchers, 0)
  await waitUntil('polls answered from memory', TRUST_SECONDS, async () => {
    const before = data.sentBytes()
    await watcher.ask()
    return data.sentBytes() === before
  })
}

function judge(name: string, watched: readonly Watched[]): void {
  const stale = watched.map(({ staleMs }) => staleMs)
  const polls = `${watched.length} changes, ${sum(watched.map((one) => one.polls))} polls`
  const unchanged = `${sum(watched.map((one) => one.unchanged))} unchanged`
  const told = `at most ${describe(most(stale))}, median ${describe(percentile(stale, 0.5))}`
  mark(`${name}: the old is told for ${LIMIT_MS} ms after the commit at most`, `${told}; ${polls}, ${unchanged}`, most(stale) <= LIMIT_MS) // prettier-ignore
  const falseTags = sum(watched.map((one) => one.falseTags))
  mark('no reply has the tag of a change without the change', String(falseTags), falseTags === 0)
}

const describe = (ms: number) => (ms === Infinity ? `more than ${GIVE_UP_MS} ms` : `${ms.toFixed(0)} ms`)

/** Replies to pollers around one change. */
type Watched = {
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
class Watchers {
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
    const headers = { ...headersOf({ token: this.#kind.token }), ...(tag && { 'if-none-match': tag }) }
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

const nextTurn = () => wait(1)
