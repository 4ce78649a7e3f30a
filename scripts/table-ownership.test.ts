import { tableOwners } from '@doslovno/server/platform/tables/owners.ts'
import { describe, expect, it } from 'vitest'

import { findBreaches, findCircles, serverSources, type Source } from './table-ownership.ts'

const owners = { scripts: 'scripts', speakerNames: 'transcripts' }
/** Transcripts stand above scripts. */
const house: Source[] = [
  { path: 'features/transcripts/names.ts', text: "import { own } from '#features/scripts/index.ts'" },
  { path: 'features/scripts/index.ts', text: '' },
]
const problemsOf = (...planted: Source[]) => findBreaches([...house, ...planted], owners).map(({ problem }) => problem)

describe('the ownership of tables', () => {
  it.each([
    ["db.insertInto('scripts')", 'writes scripts of scripts'],
    ["db.updateTable('scripts')", 'writes scripts of scripts'],
    ["db\n  .deleteFrom('scripts as old')", 'writes scripts of scripts'],
    ['sql`insert into scripts values (1)`', 'writes scripts of scripts'],
    ['sql<{ id: string }>`update scripts set name = 1`', 'writes scripts of scripts'],
    ['sql`with gone as (delete from scripts returning id) select 1`', 'writes scripts of scripts'],
  ])('reports a feature that writes a table of another: %s', (text, problem) => {
    expect(problemsOf({ path: 'features/transcripts/repo.ts', text })).toContain(problem)
  })

  it.each([
    "db.selectFrom('speakerNames')",
    "db.selectFrom('scripts').innerJoin('speakerNames as name', 'a', 'b')",
    "db.updateTable('scripts').from('speakerNames')",
    'sql`select * from speaker_names`',
    'sql`select 1 from scripts, speaker_names`',
  ])('reports a feature that reads a table of a feature above it: %s', (text) => {
    expect(problemsOf({ path: 'features/scripts/repo.ts', text })).toEqual([
      'reads speakerNames of transcripts, which it does not import',
    ])
  })

  it('lets a feature write its own tables and read those of the features below', () => {
    const text = "db.insertInto('speakerNames'); db.selectFrom('scripts'); sql`delete from speaker_names`"

    expect(problemsOf({ path: 'features/transcripts/repo.ts', text })).toEqual([])
  })

  it('reports a table that is not named by a literal', () => {
    expect(problemsOf({ path: 'features/scripts/repo.ts', text: 'db.deleteFrom(table)' })).toEqual([
      'names its table by table, not by a literal',
    ])
  })

  it('reports tables in code that is no feature', () => {
    expect(problemsOf({ path: 'platform/db.ts', text: "db.selectFrom('scripts')" })).toEqual([
      'reads scripts of scripts, which it does not import',
    ])
  })

  it('reports SQL outside a repo', () => {
    expect(problemsOf({ path: 'features/scripts/rename.ts', text: "db.updateTable('scripts')" })).toEqual([
      'has SQL outside a repo',
    ])
  })

  it('reports a query of the job engine outside its module', () => {
    const text = 'sql`select from pgboss.job`'

    expect(problemsOf({ path: 'features/scripts/repo.ts', text })).toEqual(['queries the job engine'])
    expect(problemsOf({ path: 'platform/jobs.ts', text })).toEqual([])
  })

  it('reports two features that import each other', () => {
    const back = { path: 'features/scripts/index.ts', text: "import { text } from '#features/transcripts/index.ts'" }

    expect(findCircles(house)).toEqual([])
    expect(findCircles([...house, back]).toSorted()).toEqual(['scripts', 'transcripts'])
  })

  it('holds in the server', () => {
    const sources = serverSources()

    expect(sources.length).toBeGreaterThan(100)
    expect(findBreaches(sources, tableOwners)).toEqual([])
    expect(findCircles(sources)).toEqual([])
  })
})
