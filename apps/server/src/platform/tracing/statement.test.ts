import { describe, expect, it } from 'vitest'

import { nameOf } from './statement.ts'

describe('the name of a statement', () => {
  it.each([
    ['select "id" from "scripts" where "user_id" = $1', 'select scripts'],
    ['/* prepared */ select id from lots', 'select lots'],
    ['update tasks set state = $1 from processes', 'update tasks'],
    ['insert into "ledger_entries" ("id") values ($1)', 'insert ledger_entries'],
    ['with busy as (select 1 from tasks) select 2', 'with tasks'],
    ["select pg_notify('a', 'anna@example.ru')", 'select'],
    ['commit', 'commit'],
    ['', 'statement'],
  ])('%s is named %s', (text, name) => {
    expect(nameOf(text)).toBe(name)
  })
})
