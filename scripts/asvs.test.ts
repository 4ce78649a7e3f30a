import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { projectRoot } from './settings.ts'

const STATUSES = ['met', 'partly', 'deviation', 'not applicable', 'not yet']
/** Requirements of levels 1 and 2 in ASVS 5.0.0, and those of level 3 in its chapters V6 and V7. */
const REQUIREMENTS = 253 + 13
/** Paths of the table start at one of these folders. */
const ROOTS = ['', 'apps/server/src'].map((folder) => join(projectRoot, folder))

const ROW = /^\| \**(\d+\.\d+\.\d+)\** \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/
const CHAPTER = /^\| V(\d+) [^|]+\|(( \d+ \|)+)$/
const QUOTE = /«[^»]+»/g
/** A test file, and titles of its tests or parts of them. */
const TESTS = /`([\w./-]+\.(?:test|spec)\.tsx?)` («[^»]+»(?:, «[^»]+»)*)/g
const PATH = /`([\w.-]+(?:\/[\w.-]+)+|[\w.-]+\.(?:ts|json|yaml))`/g

type Row = { id: string; status: string; proof: string }

const lines = readFileSync(join(projectRoot, 'docs/ASVS.md'), 'utf8').split('\n')
const rows = lines.flatMap((line) => rowOf(line) ?? [])

describe('the table of ASVS', () => {
  it('has every requirement once, in order, with a known status', () => {
    const ids = rows.map(({ id }) => id)

    expect(ids).toHaveLength(REQUIREMENTS)
    expect(ids).toEqual([...new Set(ids)].toSorted(byNumber))
    expect(rows.filter(({ status }) => !STATUSES.includes(status))).toEqual([])
  })

  it('has a proof or a reason in every row', () => {
    expect(rows.filter(({ proof }) => proof.trim() === '').map(({ id }) => id)).toEqual([])
  })

  it('quotes only titles that exist, each after its test file', () => {
    expect(rows.flatMap(({ id, proof }) => missingTitles(proof).map((title) => `${id}: ${title}`))).toEqual([])
  })

  it('names only files that exist', () => {
    const missing = rows.flatMap(({ id, proof }) =>
      [...proof.matchAll(PATH)].filter(([, path = '']) => !find(path)).map(([, path]) => `${id}: ${path}`),
    )

    expect(missing).toEqual([])
  })

  it('counts the statuses of each chapter', () => {
    expect(summary()).toEqual(counted())
  })
})

function rowOf(line: string): Row | undefined {
  const [, id, , status, proof] = ROW.exec(line) ?? []
  return id === undefined || status === undefined || proof === undefined ? undefined : { id, status, proof }
}

function byNumber(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

function missingTitles(proof: string): string[] {
  const named = [...proof.matchAll(TESTS)].flatMap(([, path = '', titles = '']) =>
    quotesIn(titles).map((title) => ({ path, title })),
  )
  const alone = quotesIn(proof).filter((quote) => !named.some(({ title }) => title === quote))
  const absent = named.filter(({ path, title }) => !textOf(path).includes(title.slice(1, -1)))
  return [...alone, ...absent.map(({ path, title }) => `${path} ${title}`)]
}

function quotesIn(text: string): string[] {
  return text.match(QUOTE) ?? []
}

function textOf(path: string): string {
  const file = find(path)
  return file ? readFileSync(file, 'utf8') : ''
}

function find(path: string): string | undefined {
  return ROOTS.map((root) => join(root, path)).find((file) => existsSync(file))
}

/** The numbers at the top of the document: chapter → one count per status. */
function summary(): Map<string, number[]> {
  const read = lines.flatMap((line) => {
    const [, chapter, counts] = CHAPTER.exec(line) ?? []
    return chapter && counts ? [[chapter, counts.split('|').slice(0, -1).map(Number)] as const] : []
  })
  return new Map(read)
}

function counted(): Map<string, number[]> {
  const chapters = Map.groupBy(rows, ({ id }) => id.slice(0, id.indexOf('.')))
  return new Map(
    [...chapters].map(([chapter, own]) => [
      chapter,
      STATUSES.map((status) => own.filter((row) => row.status === status).length),
    ]),
  )
}
