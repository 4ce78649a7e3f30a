import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { cloneDatabase, type TestDatabase } from '#test/database.ts'

import { createDb, type Db } from './db.ts'

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

describe('the types of tables', () => {
  it('are those that the migrations create: the same columns, null where null may be, the same kinds', async () => {
    const { rows } = await sql<Column>`
      select table_name as table, column_name as name, is_nullable = 'YES' as is_nullable, udt_name as kind
      from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'
        and udt_name <> 'tsvector'`.execute(db)

    const created = rows.map(({ table, name, isNullable, kind }) => {
      const declared = types.get(camelCase(table))?.get(camelCase(name))
      const type = declared && fits(declared, { isNullable, kind }) ? declared : expected({ isNullable, kind })
      return `${camelCase(table)}.${camelCase(name)}: ${type}`
    })

    const declared = [...types].flatMap(([table, columns]) =>
      [...columns].map(([name, type]) => `${table}.${name}: ${type}`),
    )
    expect(declared.toSorted()).toEqual(created.toSorted())
  })
})

type Kind = { isNullable: boolean; kind: string }
type Column = Kind & { table: string; name: string }

const kinds: Record<string, string> = {
  timestamptz: 'Date',
  date: 'Date',
  bool: 'boolean',
  bytea: 'Buffer',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
}
const PRIMITIVE = /^(Date|boolean|Buffer|number)$/

/** Narrower types of texts and JSON are a matter of the code. */
function fits(type: string, { isNullable, kind }: Kind): boolean {
  if (type === 'unknown' || type.endsWith("']")) return true // anything, or the type of a field of the contract
  const base = type.replace(/ \| null$/, '')
  const isKind = kinds[kind] === undefined ? !PRIMITIVE.test(base) : !PRIMITIVE.test(base) || base === kinds[kind]
  return isKind && type.endsWith(' | null') === isNullable
}

const expected = ({ isNullable, kind }: Kind) => `${kinds[kind] ?? kind}${isNullable ? ' | null' : ''}`

const types = readTypes()

/** Table → column → what is read from it, by the text of the declarations. */
function readTypes(): Map<string, Map<string, string>> {
  const folder = join(import.meta.dirname, 'tables')
  const files = [`${folder}.ts`, ...readdirSync(folder).map((file) => join(folder, file))]
  const text = files
    .map((file) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''))
    .join('\n')
  const declared = [...text.matchAll(/^(?:export )?type (\w+) = \{(.*?)\}$/gms)]
  const shapes = new Map(declared.map(([, name = '', body = '']) => [name, fieldsOf(body)]))
  for (const [, name = '', whole = '', left] of text.matchAll(/^type (\w+) = Omit<(\w+), '(\w+)'>$/gm))
    shapes.set(name, new Map([...(shapes.get(whole) ?? [])].filter(([field]) => field !== left)))
  return new Map([...(shapes.get('Tables') ?? [])].map(([table, type]) => [table, shapes.get(type) ?? new Map()]))
}

function fieldsOf(body: string): Map<string, string> {
  const fields = [...body.matchAll(/(?:^|[;\n{])\s*(\w+): ((?:<(?:<[^<>]*>|[^<>])*>|\{[^{}]*\}|[^;\n])+)/g)]
  return new Map(fields.map(([, name = '', type = '']) => [name, readPart(type.trim())]))
}

/** `Generated<A>`, `Json<A>` and `ColumnType<A, …>` are read as A. */
function readPart(type: string): string {
  const [, inner] = /^(?:Generated|Json|ColumnType)<(.*)>$/s.exec(type) ?? []
  if (inner === undefined) return type
  let depth = 0
  const end = inner.split('').findIndex((sign) => {
    depth += '<{(['.includes(sign) ? 1 : '>})]'.includes(sign) ? -1 : 0
    return sign === ',' && depth === 0
  })
  return (end < 0 ? inner : inner.slice(0, end)).trim()
}

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
