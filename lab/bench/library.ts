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
import { bareList, bareSearch, fillLibrary } from '@doslovno/server/test/recordings/large-library.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'

import { freshApp } from '#lab/app.ts'
import { numbers, words } from '#lab/arguments.ts'
import { atEnd } from '#lab/ends.ts'
import { inMs, most, percentile, printHead, printRow } from '#lab/figures.ts'
import { log, mark } from '#lab/marks.ts'

import { createSpeech, type Speech } from './made-speech.ts'

/** Of p95, for one caller at a time. */
const GOALS_MS = { list: 50, search: 300, misspelt: 800 }
const COLUMNS = ['query', 'at once', 'times', 'p50', 'p95', 'worst', 'bare SQL p50', 'p95', 'ratio of p95']

type Ids = () => Promise<string[]>
type Question = { text: string; ours: Ids; bare: Ids; plan: (db: Db) => Promise<unknown> }
type Kind = { title: string; goalMs: number; questions: Question[] }
/** `wrong`: questions that bare SQL answers otherwise. */
type Measured = Kind & { atOnce: number; oursMs: number[]; bareMs: number[]; wrong: string[] }
type Asked = { sort: Sort; page: number; pageSize: number; folder?: string | undefined }

/** Lists and searches through the whole app, in turns with the plainest SQL over the same database. */
export async function main(): Promise<void> {
  const test = await freshApp()
  const limits = { statement_timeout: 0, query_timeout: 0 }
  const patient = createDb(test.config.databaseUrl, () => undefined, { limits })
  atEnd(() => patient.destroy())
  await (words.includes('crowd') ? crowd(test, patient) : large(test, patient))
}

/** One user with very many files. */
async function large(test: TestApp, patient: Db): Promise<void> {
  const [files, segmentsPerFile] = numbers(100_000, 10)
  const [rounds, searches, misspelt] = [3, 200, 50]
  const owner = await test.signIn()
  const author = createSpeech()
  log(`filling ${files} files of one user, ${files * segmentsPerFile} segments`)
  const made = await owner.call({ method: 'POST', url: '/api/folders', payload: { name: 'Half' } })
  const folderId = made.json<{ folder: { id: string } }>().folder.id
  await fillLibrary(patient, { userId: owner.userId ?? '', files, segmentsPerFile, author, folderId })

  const third = Math.round(searches / 3)
  const pages = (last: number, folder?: string): Question[] => {
    const deep = [1, 2, 10, 100, last / 4, last / 2, last - 1, last].map((page) => ({
      page: Math.ceil(page),
      pageSize: 10,
    }))
    const wide = [20, 50, 100].map((pageSize) => ({ page: 1, pageSize }))
    const asked = sorts.flatMap((sort) => [...deep, ...wide].map((page) => ({ sort, ...page, folder })))
    return Array.from({ length: rounds }, () => asked.map((one) => listQuestion(test, owner, one))).flat()
  }
  const search = (title: string, texts: readonly string[]) => searchKind(title, texts.map((text) => searchQuestion(test, owner, text))) // prettier-ignore
  const kinds: Kind[] = [
    {
      title: 'list: every order, first and deep pages',
      goalMs: GOALS_MS.list,
      questions: pages(Math.ceil(files / 10)),
    },
    { title: 'folder with half of the files: the same', goalMs: GOALS_MS.list, questions: pages(Math.ceil(files / 20), folderId) }, // prettier-ignore
    search('a rare word', author.rareWords(third)),
    search('a word of a third of the segments', author.frequentWords(third)),
    search('three letters', author.threeLetters(searches - 2 * third)),
    { ...search('a misspelt word', author.misspeltWords(misspelt)), goalMs: GOALS_MS.misspelt },
  ]
  printHead(`${files} files of one user, ${availableParallelism()} cores`, COLUMNS)
  const measured: Measured[] = []
  for (const kind of kinds) measured.push(await measure(kind, 1, Infinity))
  const found = measured.slice(2, 5)
  const [oursMs, bareMs] = [found.flatMap((one) => one.oursMs), found.flatMap((one) => one.bareMs)]
  const all: Measured = { ...searchKind(`all ${searches}`, []), atOnce: 1, oursMs, bareMs, wrong: [] }
  print(all)
  judge([...measured, all])
}

const LARGE_TABLES = ['scripts', 'segments', 'search_words']
const QUESTIONS = 40
/** Of each kind asked as bare SQL too, which takes seconds. */
const BARE = 6
const WARM_UP = 5
const AT_ONCE = [1, 8]

/** Users with few and with many files among very many other users. Fails if a plan scans a large table. */
async function crowd(test: TestApp, patient: Db): Promise<void> {
  const [files, users] = numbers(1_000_000, 10_000)
  const [heavy, median] = [await signIn(test, 5), await signIn(test, 10)]
  const speech = createSpeech()
  log(`filling ${files} files of ${users} users, ${files * SEGMENTS_PER_FILE} segments`)
  await fillCrowd(patient, { files, users, heavy: idsOf(heavy), median: idsOf(median), author: speech })
  const kinds = [...(await crowdKinds(test, median, speech)), ...(await crowdKinds(test, heavy, speech))]
  printHead(`${files} files of ${users} users, ${availableParallelism()} cores`, COLUMNS)
  // The first calls of a process are slow.
  for (const { questions } of kinds) for (const { ours } of questions.slice(0, WARM_UP)) await ours()
  const measured: Measured[] = []
  for (const atOnce of AT_ONCE) for (const kind of kinds) measured.push(await measure(kind, atOnce, BARE))
  judge(measured)
  await checkPlans(test, measured)
}

async function signIn(test: TestApp, count: number): Promise<Caller[]> {
  const callers: Caller[] = []
  while (callers.length < count) callers.push(await test.signIn())
  return callers
}

const idsOf = (callers: readonly Caller[]) => callers.map(({ userId }) => userId ?? '')

async function crowdKinds(test: TestApp, callers: readonly Caller[], speech: Speech): Promise<Kind[]> {
  const files = await countFiles(test.ctx.db, callers[0]?.userId ?? '')
  const times = (make: (caller: Caller, at: number) => Question) =>
    Array.from({ length: QUESTIONS }, (_, at) => make(callers[at % callers.length]!, at)) // there are callers
  const list = (title: string, page: number, orders: readonly Sort[]): Kind => ({
    title: `list: ${title} (${files} files)`,
    goalMs: GOALS_MS.list,
    questions: times((caller, at) => listQuestion(test, caller, { sort: orders[at % orders.length] ?? '-uploadAt', page, pageSize: 10 })), // prettier-ignore
  })
  const search = (title: string, texts: readonly string[]) =>
    searchKind(`${title} (${files} files)`, times((caller, at) => searchQuestion(test, caller, texts[at] ?? ''))) // prettier-ignore
  return [
    list('first page, newest first', 1, sorts.slice(0, 1)),
    list('first page, every order', 1, sorts),
    list('last page, every order', Math.floor(files / 10), sorts),
    search('a rare word', await rareWords(test.ctx.db, idsOf(callers), QUESTIONS)),
    search('a frequent word', speech.frequentWords(QUESTIONS)),
    search('another form of a word', speech.wordForms(QUESTIONS)),
    search('two words', speech.twoWords(QUESTIONS)),
    search('three letters', speech.threeLetters(QUESTIONS)),
    search('a misspelt word', speech.misspeltWords(QUESTIONS)),
  ]
}

const searchKind = (title: string, questions: Question[]): Kind => ({
  title: `search: ${title}`,
  goalMs: GOALS_MS.search,
  questions,
})

function listQuestion(test: TestApp, caller: Caller, asked: Asked): Question {
  const { sort, page, pageSize, folder } = asked
  const userId = caller.userId ?? ''
  const url = `/api/scripts?sort=${encodeURIComponent(sort)}&page=${page}&pageSize=${pageSize}${folder ? `&folder=${folder}` : ''}` // prettier-ignore
  return {
    text: url,
    ours: () => idsAt(caller, url),
    bare: () => bareList(test.ctx.db, userId, asked),
    plan: (db) => listScripts(db, userId, { sort, page, pageSize }),
  }
}

function searchQuestion(test: TestApp, caller: Caller, text: string): Question {
  const userId = caller.userId ?? ''
  return {
    text,
    ours: () => idsAt(caller, `/api/scripts/search?pageSize=50&search=${encodeURIComponent(text)}`),
    bare: () => bareSearch(test.ctx.db, userId, text),
    plan: (db) => searchScripts(db, userId, { search: text, sort: '-uploadAt', page: 1, pageSize: 50 }),
  }
}

async function idsAt(caller: Caller, url: string): Promise<string[]> {
  const reply = await caller.call({ url })
  if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.body}`)
  return reply.json<{ data: { id: string }[] }>().data.map(({ id }) => id)
}

/** Ours and bare SQL in turns of as many questions as are asked at once, so that other load affects both alike. */
async function measure(kind: Kind, atOnce: number, bare: number): Promise<Measured> {
  const measured: Measured = { ...kind, atOnce, oursMs: [], bareMs: [], wrong: [] }
  for (let from = 0; from < kind.questions.length; from += atOnce) {
    const turn = kind.questions.slice(from, from + atOnce)
    const actual = await Promise.all(turn.map(({ ours }) => answer(ours, measured.oursMs)))
    if (measured.bareMs.length >= bare) continue
    const expected = await Promise.all(turn.map((question) => answer(question.bare, measured.bareMs)))
    // Bare SQL corrects no misspellings.
    const isWrong = (at: number) => expected[at]?.length !== 0 && actual[at]?.join() !== expected[at]?.join()
    measured.wrong.push(...turn.filter((_, at) => isWrong(at)).map(({ text }) => text))
  }
  print(measured)
  return measured
}

async function answer(ask: Ids, times: number[]): Promise<string[]> {
  const startedAt = performance.now()
  const ids = await ask()
  times.push(performance.now() - startedAt)
  return ids
}

function print({ title, atOnce, oursMs, bareMs }: Measured): void {
  const [p95, bareP95] = [percentile(oursMs, 0.95), percentile(bareMs, 0.95)]
  const figures = [percentile(oursMs, 0.5), p95, most(oursMs), percentile(bareMs, 0.5), bareP95].map(inMs)
  printRow([title, atOnce, oursMs.length, ...figures, (p95 / bareP95).toFixed(3)])
}

const p95Of = ({ oursMs }: Measured) => percentile(oursMs, 0.95)
const isSlow = (measured: Measured) => measured.atOnce === 1 && p95Of(measured) > measured.goalMs

function judge(all: readonly Measured[]): void {
  for (const measured of all.filter(({ atOnce }) => atOnce === 1))
    mark(`${measured.title}: p95 ≤ ${measured.goalMs} ms`, inMs(p95Of(measured)), !isSlow(measured))
  const wrong = all.flatMap((measured) => measured.wrong)
  mark('every answer as of bare SQL', wrong.join(', ') || 'yes', wrong.length === 0)
}

/** Prints the plans of slow kinds, and of statements that scan a large table. */
async function checkPlans(test: TestApp, all: readonly Measured[]): Promise<void> {
  const recorded = recordPlans(test.config.databaseUrl)
  let scans = 0
  for (const measured of all.filter(({ atOnce }) => atOnce === 1)) {
    const slowest = measured.questions[measured.oursMs.indexOf(most(measured.oursMs))]
    const plans = await recorded.of(async () => slowest?.plan(recorded.db))
    const scanning = plans.filter((plan) => scannedTables(plan).some((table) => LARGE_TABLES.includes(table)))
    scans += scanning.length
    for (const plan of isSlow(measured) ? plans : scanning) console.log(`${measured.title}: ${slowest?.text}\n${plan}`)
  }
  await recorded.close()
  mark('no plan scans a large table', `${scans} do`, scans === 0)
}
