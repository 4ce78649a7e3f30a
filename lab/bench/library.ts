import { availableParallelism } from 'node:os'

import { sorts } from '@doslovno/domain/script/sort.ts'
import { createDb } from '@doslovno/server/platform/db.ts'
import { bareList, bareSearch, fillLibrary } from '@doslovno/server/test/recordings/large-library.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'

import { createFreshApp } from '#lab/app.ts'

import { inMs, percentile } from '#lab/figures.ts'
import { createSpeech } from './library-speech.ts'

const GOALS_MS = { list: 50, search: 300, misspelt: 800 }
const SEARCHES = 200
const MISSPELT = 50
const ROUNDS = 3
const [files = 100_000, segmentsPerFile = 10] = process.argv.slice(3).map(Number)

/** Milliseconds of each query through the app and by bare SQL; `wrong` lists queries with different results. */
type Measured = { title: string; goalMs: number; ours: number[]; bare: number[]; wrong: string[] }
type Ids = () => Promise<string[]>

/**
 * `pnpm bench library crowd [FILES] [USERS]`: those of very many users, in `library-crowd.ts`.
 *
 * `pnpm bench library [FILES] [SEGMENTS_PER_FILE]`: lists and searches of one user with very many files through the
 * whole app, against the plainest equivalent SQL, in turns over the same database.
 */
export async function main(): Promise<void> {
  if (process.argv[3] === 'crowd') return (await import('./library-crowd.ts')).main()
  const { test, close } = await createFreshApp()
  const limits = { statement_timeout: 0, query_timeout: 0 }
  const patient = createDb(test.config.databaseUrl, () => undefined, { limits })
  try {
    const owner = await test.signIn()
    const author = createSpeech()
    console.log(`filling ${files} files, ${files * segmentsPerFile} segments`)
    const folderId = await createFolder(owner)
    await fillLibrary(patient, { userId: owner.userId ?? '', files, segmentsPerFile, author, folderId })
    report(await measureAll(test, owner, { author, folderId }))
  } finally {
    await patient.destroy()
    await close()
  }
}

async function createFolder(owner: Caller): Promise<string> {
  const reply = await owner.call({ method: 'POST', url: '/api/folders', payload: { name: 'Half' } })
  return reply.json<{ folder: { id: string } }>().folder.id
}

type Filled = { author: ReturnType<typeof createSpeech>; folderId: string }

async function measureAll(test: TestApp, owner: Caller, { author, folderId }: Filled): Promise<Measured[]> {
  const third = Math.round(SEARCHES / 3)
  const lists = await measureLists(test, owner)
  const folder = await measureLists(test, owner, folderId)
  const searches = [
    await measureSearches(test, owner, 'search: a rare word', author.rareWords(third)),
    await measureSearches(test, owner, 'search: a word of a third of the segments', author.frequentWords(third)),
    await measureSearches(test, owner, 'search: three letters', author.threeLetters(SEARCHES - 2 * third)),
  ]
  const misspelt = await measureSearches(test, owner, 'search: a misspelt word', author.misspeltWords(MISSPELT))
  return [lists, folder, ...searches, combine(searches), { ...misspelt, goalMs: GOALS_MS.misspelt }]
}

async function measureLists(test: TestApp, owner: Caller, folder?: string): Promise<Measured> {
  const title = folder ? 'folder with half of the files: the same' : 'list: every order, first and deep pages'
  const measured: Measured = { title, goalMs: GOALS_MS.list, ours: [], bare: [], wrong: [] }
  const within = folder ? `&folder=${folder}` : ''
  const last = Math.ceil(files / (folder ? 20 : 10))
  const deep = [1, 2, 10, 100, last / 4, last / 2, last - 1, last].map((page) => ({
    page: Math.ceil(page),
    pageSize: 10,
  }))
  const pages = [...deep, ...[20, 50, 100].map((pageSize) => ({ page: 1, pageSize }))]
  for (let round = 0; round < ROUNDS; round++) {
    for (const sort of sorts) {
      for (const page of pages) {
        const url = `/api/scripts?sort=${encodeURIComponent(sort)}&page=${page.page}&pageSize=${page.pageSize}${within}`
        const bare = () => bareList(test.ctx.db, owner.userId ?? '', { sort, ...page, folder })
        await inTurns(measured, url, () => idsOf(owner, url), bare)
      }
    }
  }
  return measured
}

async function measureSearches(
  test: TestApp,
  owner: Caller,
  title: string,
  words: readonly string[],
): Promise<Measured> {
  const measured: Measured = { title, goalMs: GOALS_MS.search, ours: [], bare: [], wrong: [] }
  for (const word of words) {
    const url = `/api/scripts/search?pageSize=50&search=${encodeURIComponent(word)}`
    await inTurns(measured, word, () => idsOf(owner, url), () => bareSearch(test.ctx.db, owner.userId ?? '', word)) // prettier-ignore
  }
  return measured
}

/** Alternates the two, so that other load affects both alike. Bare SQL corrects no misspellings. */
async function inTurns(measured: Measured, title: string, ours: Ids, bare: Ids): Promise<void> {
  const start = performance.now()
  const actual = await ours()
  const middle = performance.now()
  const expected = await bare()
  measured.ours.push(middle - start)
  measured.bare.push(performance.now() - middle)
  if (expected.length > 0 && actual.join() !== expected.join()) measured.wrong.push(title)
}

async function idsOf(owner: Caller, url: string): Promise<string[]> {
  const reply = await owner.call({ url })
  if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.body}`)
  return reply.json<{ data: { id: string }[] }>().data.map(({ id }) => id)
}

function combine(all: readonly Measured[]): Measured {
  return {
    title: `search: all ${SEARCHES}`,
    goalMs: GOALS_MS.search,
    ours: all.flatMap(({ ours }) => ours),
    bare: all.flatMap(({ bare }) => bare),
    wrong: [],
  }
}

function report(all: readonly Measured[]): void {
  console.log(`${files} files of one user, ${files * segmentsPerFile} segments, ${availableParallelism()} cores`)
  console.log('| query | times | p50 | p95 | worst | goal p95 | bare SQL p50 | bare SQL p95 | ratio of p95 |')
  console.log('|---|---|---|---|---|---|---|---|---|')
  for (const measured of all) console.log(rowOf(measured))
  const wrong = all.flatMap((measured) => measured.wrong)
  if (wrong.length > 0) console.log(`different from bare SQL: ${wrong.join(', ')}`)
  const isReached = all.every(({ ours, goalMs }) => percentile(ours, 0.95) <= goalMs)
  process.exitCode = isReached && wrong.length === 0 ? 0 : 1
}

function rowOf({ title, goalMs, ours, bare }: Measured): string {
  const [p95, bareP95] = [percentile(ours, 0.95), percentile(bare, 0.95)]
  const figures = [percentile(ours, 0.5), p95, Math.max(...ours)].map(inMs)
  const bareFigures = [percentile(bare, 0.5), bareP95].map(inMs)
  const cells = [title, ours.length, ...figures, `≤ ${goalMs} ms`, ...bareFigures, (p95 / bareP95).toFixed(2)]
  return `| ${cells.join(' | ')} |`
}
