import { plainWords } from '@doslovno/domain/transcript/words.ts'
import { talks } from '@doslovno/texts/test/talks.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cloneDatabase, type TestDatabase } from '#test/database.ts'

import { createDb, type Db } from './db.ts'
import { russian } from './language.ts'

let database: TestDatabase
let db: Db

beforeAll(async () => {
  database = await cloneDatabase(process.env.DATABASE_URL ?? '')
  db = createDb(database.url, () => undefined)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

describe('russian', () => {
  it('stems every word of the talks as PostgreSQL does, so that the check and the search agree', async () => {
    const texts = talks.flatMap(({ sentences, right, invented }) => [...sentences, ...right, ...invented])
    const words = [...new Set(texts.flatMap(({ text }) => plainWords(text.replaceAll('ё', 'е'))))]

    const { rows } = await sql<{ word: string; stem: string }>`
      select word, (ts_lexize('russian_stem', word))[1] as stem from unnest(${words}::text[]) as word`.execute(db)

    const stemmed = rows.filter(({ word, stem }) => stem !== null && /\p{Script=Cyrillic}/u.test(word))
    expect(stemmed.length).toBeGreaterThan(1000)
    expect(stemmed.filter(({ word, stem }) => russian.stem(word) !== stem)).toEqual([])
  })
})
