import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { describe, expect, it } from 'vitest'

import { projectRoot } from '#scripts/settings.ts'

import { findProblems } from './migration-rules.ts'
import { MIGRATIONS, migrationsOf, previousRelease } from './previous.ts'

const folder = resolve(projectRoot, MIGRATIONS)
const released = migrationsOf(previousRelease())
const releases = [...readFileSync(resolve(projectRoot, 'CHANGELOG.md'), 'utf8').matchAll(/^## (\d+\.\d+\.\d+) /gm)].map(
  ([, version = '']) => version,
)

describe('the migrations since the last release', () => {
  const fresh = readdirSync(folder).filter((name) => name.endsWith('.sql') && !released.has(name))

  it('suit the code of that release as well', () => {
    const problems = fresh.flatMap((name) =>
      findProblems(readFileSync(resolve(folder, name), 'utf8'), releases).map((problem) => `${name}: ${problem}`),
    )

    expect(problems).toEqual([])
  })

  it('come after those of that release, which stay as they were', () => {
    const last = [...released.keys()].toSorted().at(-1) ?? ''

    const changed = [...released].filter(([name, text]) => readFileSync(resolve(folder, name), 'utf8') !== text)

    expect(fresh.filter((name) => name <= last)).toEqual([])
    expect(changed.map(([name]) => name)).toEqual([])
  })
})

describe('a migration is refused that', () => {
  it.each([
    ['drops a table', 'drop table feedback;'],
    ['drops a column', 'alter table users\n  add column a int,\n  drop column surname;'],
    ['renames a column', 'ALTER TABLE users RENAME COLUMN name TO first_name;'],
    ['renames a table', 'alter table users rename to people;'],
    ['changes a type', 'alter table scripts alter column size_bytes type numeric;'],
    ['forbids null', 'alter table users alter column surname set not null;'],
    ['adds a required column', "alter table users add column kind text check (kind in ('a', 'b')) not null;"],
    [
      'adds a required column beside one with a default',
      "alter table users add column a text not null default '', add column b text not null;",
    ],
    ['creates an index under a lock', 'create index scripts_kind on scripts (kind);'],
    ['checks all rows under a lock', 'alter table scripts add constraint kinds check (kind is not null);'],
    ['rewrites a table', 'alter table scripts add column token uuid default gen_random_uuid();'],
    ['locks a table', 'lock table scripts;'],
    ['changes all rows', 'update scripts set kind = default;'],
    ['drops what no earlier release stopped using', '-- unused since 9.9.9\ndrop table feedback;'],
    ['excuses another statement', '-- unused since 0.1.0\ndrop table feedback;\ndrop table users;'],
    ['uses concurrently within a transaction', 'create index concurrently i on scripts (kind);'],
    ['does without a transaction for no reason', '-- outside a transaction\nalter table users add column a int;'],
  ])('%s', (_, sql) => {
    expect(findProblems(sql, ['0.1.0'])).toHaveLength(1)
  })
})

describe('a migration is accepted that', () => {
  it.each([
    ['creates a table with its indexes', 'create table a (id uuid not null);\ncreate unique index a_id on a (id);'],
    [
      'adds columns',
      "alter table users add column a int, add column b text not null default '', add column c timestamptz default now();",
    ],
    [
      'forbids null after giving a default',
      'alter table users alter column a set default 0;\nalter table users alter column a set not null;',
    ],
    [
      'drops what an earlier release stopped using',
      '-- unused since 0.1.0: feedback goes by mail\ndrop table feedback;',
    ],
    ['excuses a lock', '-- short lock: one row per tariff and person\ncreate index i on subscriptions (tariff_id);'],
    [
      'adds a constraint that is not valid yet',
      'alter table scripts add constraint kinds check (kind is not null) not valid;',
    ],
    [
      'creates an index beside running calls',
      '-- outside a transaction\ndrop index concurrently if exists i;\ncreate index concurrently i on scripts (kind);',
    ],
    [
      'creates an index over a function of its own',
      '-- outside a transaction\ncreate or replace function f(a int) returns int language sql immutable return a;\ncreate index concurrently i on scripts (f(speakers));',
    ],
    ['only talks about dropping', "-- drop table users;\ninsert into tariffs (name) values ('drop table; rename');"],
    [
      'changes rows later, in a function',
      'create function f() returns trigger as $$\nbegin\n  update users set name = name;\nend $$ language plpgsql;',
    ],
  ])('%s', (_, sql) => {
    expect(findProblems(sql, ['0.1.0'])).toEqual([])
  })
})
