import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { createFreshApp } from '#lab/app.ts'
import { waitUntil } from '#scripts/services/wait.ts'

import { type ApiProcess, startApi } from '#lab/api.ts'
import { isShort } from '#lab/marks.ts'
import { changeKinds } from './staleness/changes.ts'
import { type PostgresProxy, startProxy } from './staleness/proxy.ts'
import { type Watched, Watchers } from './staleness/watch.ts'

const plan = isShort ? { changes: 40, silences: 2, cuts: 2 } : { changes: 1000, silences: 20, cuts: 20 }
/** The short form runs beside other work. */
const LIMIT_MS = isShort ? 5000 : 1000
/** Pollers that have not been told by then stop. */
const GIVE_UP_MS = LIMIT_MS + 2000
/** Longer than the listener waits for an answer: every second silence outlasts its connection. */
const LONG_SILENCE_MS = 4000
const TRUST_SECONDS = 60

type Trial = { name: string; watched: Watched[] }

/** Process one takes the changes, process two the polls; its ways to the database lead through proxies. */
type Pair = { one: ApiProcess; two: ApiProcess; data: PostgresProxy; listening: PostgresProxy }

/** `pnpm proof staleness [--short]`: changes through one API process, polls with tags at another. */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  const pair = await startPair(test)
  try {
    if (!(await prove(test, pair))) process.exitCode = 1
  } finally {
    for (const api of [pair.one, pair.two]) await api.kill('SIGKILL')
    for (const proxy of [pair.data, pair.listening]) await proxy.close()
    await close()
  }
}

async function startPair({ config }: TestApp): Promise<Pair> {
  const [data, listening] = [await startProxy(config.databaseUrl), await startProxy(config.databaseUrl)]
  const ways = { DATABASE_URL: data.url, DATABASE_DIRECT_URL: listening.url }
  return { one: await startApi(config), two: await startApi(config, ways), data, listening }
}

async function prove(test: TestApp, pair: Pair): Promise<boolean> {
  const kinds = await changeKinds(test, pair.one, plan.changes)
  const watchers = kinds.map((kind) => new Watchers(pair.two.url, kind))
  await isTrustedAgain(pair, watchers)
  const trials = [await undisturbed(watchers), ...(await silences(pair, watchers)), ...(await cuts(pair, watchers))]
  const isMet = trials.map(report).every(Boolean)
  const canFail = await control(pair, watchers)
  return isMet && canFail
}

const inTurn = (watchers: readonly Watchers[], index: number) => {
  const chosen = watchers[index % watchers.length]
  if (!chosen) throw new Error('There is no kind of change')
  return chosen
}

async function undisturbed(watchers: readonly Watchers[]): Promise<Trial> {
  const watched: Watched[] = []
  for (let index = 0; index < plan.changes; index++) watched.push(await inTurn(watchers, index).watch(GIVE_UP_MS))
  const kinds = watchers.map(({ kind }) => kind.name).join(', ')
  return { name: `${plan.changes} changes in turns (${kinds})`, watched }
}

/** The listener's connection stays open and carries nothing, from a moment before the change. */
async function silences(pair: Pair, watchers: readonly Watchers[]): Promise<Trial[]> {
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
  return [
    { name: `a change after the listener's connection fell silent`, watched: first },
    { name: 'the next change in the silence', watched: second },
    { name: 'a change after the silence, heard again', watched: third },
  ]
}

/** The listener's connection breaks a moment before the change. */
async function cuts(pair: Pair, watchers: readonly Watchers[]): Promise<Trial[]> {
  const [first, second]: [Watched[], Watched[]] = [[], []]
  for (let index = 0; index < plan.cuts; index++) {
    pair.listening.cut()
    first.push(await inTurn(watchers, index).watch(GIVE_UP_MS))
    await isTrustedAgain(pair, watchers)
    second.push(await inTurn(watchers, index + 1).watch(GIVE_UP_MS))
  }
  return [
    { name: `a change after the listener's connection broke`, watched: first },
    { name: 'a change after it was opened again', watched: second },
  ]
}

/** Probes are answered, notifications are not passed on: the process trusts what it knows, and tells the old. */
async function control({ listening }: Pair, watchers: readonly Watchers[]): Promise<boolean> {
  listening.withholdNotifications()
  const { staleMs } = await inTurn(watchers, 0).watch(GIVE_UP_MS)
  const canFail = staleMs > LIMIT_MS
  console.log('control: notifications are withheld, probes answered')
  console.log(`  the old was told for ${describe(staleMs)}`)
  console.log(canFail ? 'the control failed, as it must' : 'NOT MET: the control did not fail, so this proves nothing')
  return canFail
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

/** Prints what was seen; returns whether nothing was wrong. */
function report({ name, watched }: Trial): boolean {
  const stale = watched.map(({ staleMs }) => staleMs).toSorted((one, other) => one - other)
  const [median = 0, most = 0] = [stale[Math.floor(stale.length / 2)], stale.at(-1)]
  const sum = (of: (one: Watched) => number) => watched.reduce((total, one) => total + of(one), 0)
  const falseTags = sum((one) => one.falseTags)
  const isMet = most <= LIMIT_MS && falseTags === 0
  console.log(
    [
      `${isMet ? 'met' : 'NOT MET'}  ${name}`,
      `  ${watched.length} changes, ${sum((one) => one.polls)} polls, ${sum((one) => one.unchanged)} unchanged`,
      `  the old was told for ${describe(most)} after the commit at most, median ${describe(median)} (limit ${LIMIT_MS} ms)`,
      `  replies with the tag of a change and without the change: ${falseTags}`,
    ].join('\n'),
  )
  return isMet
}

const describe = (ms: number) => (ms === Infinity ? `more than ${GIVE_UP_MS} ms` : `${ms.toFixed(0)} ms`)
