import { availableParallelism } from 'node:os'

import { type Sort, sorts } from '@doslovno/domain/script/sort.ts'
import { listScripts } from '@doslovno/server/features/library/repo.ts'
import { searchScripts } from '@doslovno/server/features/library/search-repo.ts'
import { createDb, type Db } from '@doslovno/server/platform/db.ts'
import { recordPlans, scannedTables } from '@doslovno/server/test/plans.ts'
import {
  countFiles,
  fillCrowd,
  rareWords,
  SEGMENTS_PER_FILE,
} from '@doslovno/server/test/recordings/crowded-library.ts'
import { bareList, bareSearch } from '@doslovno/server/test/recordings/large-library.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'

import { createFreshApp } from '#lab/app.ts'

import { inMs, percentile } from '#lab/figures.ts'
import { createSpeech, type Speech } from './library-speech.ts'

const [files = 1_000_000, users = 10_000] = process.argv.slice(4).map(Number)
const HEAVY = 5
const MEDIAN = 10
const QUESTIONS = 40
/** Of each kind asked as bare SQL too, which takes seconds. */
const BARE = 6
const WARM_UP = 5
const AT_ONCE = [1, 8]
/** For one caller at a time. */
const GOALS_MS = { list: 50, search: 300 }
const LARGE_TABLES = ['scripts', 'segments', 'search_words']

type Ids = () => Promise<string[]>
type Question = { text: string; ours: Ids; bare: Ids; plan: (db: Db) => Promise<unknown> }
type Kind = { title: string; goalMs: number; questions: Question[] }
type Measured = Kind & { atOnce: number; oursMs: number[]; bareMs: number[]; wrong: string[] }

/**
 * `pnpm bench library crowd [FILES] [USERS]`: lists and searches of users with few and with many files among very many
 * other users, through the whole app, in turns with the plainest SQL. Fails if a plan scans a large table.
 */
export async function main(): Promise<void> {
  const { test, close } = await createFreshApp()
  const limits = { statement_timeout: 0, query_timeout: 0 }
  const patient = createDb(test.config.databaseUrl, () => undefined, { limits })
  try {
    const [heavy, median] = [await signIn(test, HEAVY), await signIn(test, MEDIAN)]
    const speech = createSpeech()
    console.log(`filling ${files} files of ${users} users, ${files * SEGMENTS_PER_FILE} segments`)
    await fillCrowd(patient, { files, users, heavy: idsOf(heavy), median: idsOf(median), author: speech })
    const kinds = [
      ...(await kindsOf(test, { callers: median, speech, title: await titleOf(test, median) })),
      ...(await kindsOf(test, { callers: heavy, speech, title: await titleOf(test, heavy) })),
    ]
    const measured = await measureAll(kinds)
    judge(measured)
    await checkPlans(test, measured)
  } finally {
    await patient.destroy()
    await close()
  }
}

async function signIn(test: TestApp, count: number): Promise<Caller[]> {
  const callers: Caller[] = []
  while (callers.length < count) callers.push(await test.signIn())
  return callers
}

const idsOf = (callers: readonly Caller[]) => callers.map(({ userId }) => userId ?? '')

async function titleOf(test: TestApp, callers: readonly Caller[]): Promise<string> {
  return `${await countFiles(test.ctx.db, callers[0]?.userId ?? '')} files`
}

type Group = { callers: readonly Caller[]; speech: Speech; title: string }

async function kindsOf(test: TestApp, group: Group): Promise<Kind[]> {
  const { speech, callers } = group
  const last = Math.floor((await countFiles(test.ctx.db, callers[0]?.userId ?? '')) / 10)
  const list = (title: string, page: number, orders: readonly Sort[]): Kind => ({
    title: `list: ${title} (${group.title})`,
    goalMs: GOALS_MS.list,
    questions: times((at, caller) => listQuestion(test, caller, orders[at % orders.length] ?? '-uploadAt', page), callers), // prettier-ignore
  })
  const search = (title: string, words: readonly string[]): Kind => ({
    title: `search: ${title} (${group.title})`,
    goalMs: GOALS_MS.search,
    questions: times((at, caller) => searchQuestion(test, caller, words[at] ?? ''), callers),
  })
  return [
    list('first page, newest first', 1, sorts.slice(0, 1)),
    list('first page, every order', 1, sorts),
    list('last page, every order', last, sorts),
    search('a rare word', await rareWords(test.ctx.db, idsOf(callers), QUESTIONS)),
    search('a frequent word', speech.frequentWords(QUESTIONS)),
    search('another form of a word', speech.wordForms(QUESTIONS)),
    search('two words', speech.twoWords(QUESTIONS)),
    search('three letters', speech.threeLetters(QUESTIONS)),
    search('a misspelt word', speech.misspeltWords(QUESTIONS)),
  ]
}

function times<T>(make: (at: number, caller: Caller) => T, callers: readonly Caller[]): T[] {
  return Array.from({ length: QUESTIONS }, (_, at) => at).flatMap((at) => {
    const caller = callers[at % callers.length]
    return caller ? [make(at, caller)] : []
  })
}

function listQuestion(test: TestApp, caller: Caller, sort: Sort, page: number): Question {
  const userId = caller.userId ?? ''
  const asked = { sort, page, pageSize: 10 }
  const url = `/api/scripts?sort=${encodeURIComponent(sort)}&page=${page}&pageSize=10`
  return {
    text: url,
    ours: () => idsAt(caller, url),
    bare: () => bareList(test.ctx.db, userId, asked),
    plan: (db) => listScripts(db, userId, asked),
  }
}

function searchQuestion(test: TestApp, caller: Caller, words: string): Question {
  const userId = caller.userId ?? ''
  return {
    text: words,
    ours: () => idsAt(caller, `/api/scripts/search?pageSize=50&search=${encodeURIComponent(words)}`),
    bare: () => bareSearch(test.ctx.db, userId, words),
    plan: (db) => searchScripts(db, userId, { search: words, sort: '-uploadAt', page: 1, pageSize: 50 }),
  }
}

async function idsAt(caller: Caller, url: string): Promise<string[]> {
  const reply = await caller.call({ url })
  if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.body}`)
  return reply.json<{ data: { id: string }[] }>().data.map(({ id }) => id)
}

async function measureAll(kinds: readonly Kind[]): Promise<Measured[]> {
  console.log(`${availableParallelism()} cores, ${QUESTIONS} questions of each kind, ${BARE} by bare SQL`)
  console.log('| query | at once | p50 | p95 | bare SQL p50 | ratio of p50 |')
  console.log('|---|---|---|---|---|---|')
  // The first calls of a process are slow.
  for (const { questions } of kinds) for (const { ours } of questions.slice(0, WARM_UP)) await ours()
  const all: Measured[] = []
  for (const [kind, atOnce] of AT_ONCE.flatMap((atOnce) => kinds.map((kind) => [kind, atOnce] as const))) {
    const measured = await measure(kind, atOnce)
    console.log(rowOf(measured))
    all.push(measured)
  }
  return all
}

/** Ours and bare SQL in turns of as many questions as are asked at once, so that other load affects both alike. */
async function measure(kind: Kind, atOnce: number): Promise<Measured> {
  const measured: Measured = { ...kind, atOnce, oursMs: [], bareMs: [], wrong: [] }
  for (let from = 0; from < kind.questions.length; from += atOnce) {
    const turn = kind.questions.slice(from, from + atOnce)
    const actual = await Promise.all(turn.map(({ ours }) => timed(ours, measured.oursMs)))
    if (measured.bareMs.length >= BARE) continue
    const expected = await Promise.all(turn.map(({ bare }) => timed(bare, measured.bareMs)))
    // Bare SQL corrects no misspellings.
    const isWrong = (at: number) => expected[at]?.length !== 0 && actual[at]?.join() !== expected[at]?.join()
    measured.wrong.push(...turn.filter((_, at) => isWrong(at)).map(({ text }) => text))
  }
  return measured
}

async function timed(ask: Ids, times: number[]): Promise<string[]> {
  const start = performance.now()
  const ids = await ask()
  times.push(performance.now() - start)
  return ids
}

function judge(all: readonly Measured[]): void {
  const wrong = all.flatMap((measured) => measured.wrong)
  if (wrong.length > 0) console.log(`different from bare SQL: ${wrong.join(', ')}`)
  if (all.some(isSlow) || wrong.length > 0) process.exitCode = 1
}

function rowOf({ title, atOnce, oursMs, bareMs }: Measured): string {
  const [p50, bareP50] = [percentile(oursMs, 0.5), percentile(bareMs, 0.5)]
  const cells = [title, atOnce, ...[p50, percentile(oursMs, 0.95), bareP50].map(inMs), (p50 / bareP50).toFixed(3)]
  return `| ${cells.join(' | ')} |`
}

const isSlow = ({ atOnce, oursMs, goalMs }: Measured) => atOnce === 1 && percentile(oursMs, 0.95) > goalMs

/** Prints the plans of slow kinds, and of statements that scan a large table. */
async function checkPlans(test: TestApp, all: readonly Measured[]): Promise<void> {
  const recorded = recordPlans(test.config.databaseUrl)
  for (const measured of all.filter(({ atOnce }) => atOnce === 1)) {
    const slowest = measured.questions[measured.oursMs.indexOf(Math.max(...measured.oursMs))]
    const plans = await recorded.of(async () => slowest?.plan(recorded.db))
    const scanning = plans.filter((plan) => scannedTables(plan).some((table) => LARGE_TABLES.includes(table)))
    if (scanning.length > 0) process.exitCode = 1
    for (const plan of isSlow(measured) ? plans : scanning) console.log(`${measured.title}: ${slowest?.text}\n${plan}`)
  }
  await recorded.close()
}
