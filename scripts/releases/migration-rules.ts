import { OUTSIDE } from '@doslovno/server/platform/migrations.ts'

/** A statement of a migration with the comment above it. */
type Statement = { comment: string; sql: string }

type Rule = {
  breaks: RegExp
  problem: string
  /** Exceptions in which the statement is harmless. */
  unless?: (sql: string, file: File) => boolean
}

type File = { statements: readonly Statement[]; createdTables: ReadonlySet<string> }

/** Too few rows for a lock to last. */
const SMALL_TABLES = ['tariffs', 'settings_templates', 'promo_codes', 'dispatch_shares', 'workers', 'switches']

/** The code of the last release would fail on the new schema. */
const contractRules: readonly Rule[] = [
  { breaks: /^drop (table|view|type|function|trigger|schema)\b/, problem: 'drops what the last release may use' },
  { breaks: /\bdrop column\b/, problem: 'drops a column' },
  { breaks: /^alter (table|type|view|function) .*\brename\b/, problem: 'renames' },
  { breaks: /\balter column \S+ (set data )?type\b/, problem: 'changes the type of a column' },
  {
    breaks: /\balter column \S+ set not null\b/,
    problem: 'forbids null without a default',
    unless: (sql, { statements }) => hasDefault(sql, statements),
  },
  {
    breaks: /\badd column\b/,
    problem: 'adds a column that the last release does not fill',
    unless: (sql) =>
      columnsOf(sql).every((column) => !/\bnot null\b/.test(column) || /\b(default|generated)\b/.test(column)),
  },
]

/** Calls would wait for the statement. */
const lockRules: readonly Rule[] = [
  {
    breaks: /^create (unique )?index (?!concurrently)/,
    problem: 'creates an index without concurrently',
    unless: isUncrowded,
  },
  { breaks: /^(lock|truncate|cluster|reindex|vacuum full)\b/, problem: 'locks a table' },
  {
    breaks: /\badd (constraint \S+ )?(check|foreign key|unique|primary key|exclude)\b/,
    problem: 'checks all rows under a lock: add the constraint not valid, validate it in a later migration',
    unless: (sql, file) => /\bnot valid\b/.test(sql) || isUncrowded(sql, file),
  },
  {
    breaks:
      /\badd column\b[^,]*(\b(big)?serial\b|\bgenerated\b|\bdefault \w*(random|uuid|clock_timestamp|nextval)\w*\()/,
    problem: 'rewrites the table',
    unless: isUncrowded,
  },
  {
    breaks: /^(update|delete from)\b/,
    problem: 'changes all rows at once: let a job do it in batches',
    unless: isUncrowded,
  },
]

/** Why a migration does not suit the code of the last release as well; empty if it does. */
export function findProblems(text: string, releases: readonly string[]): string[] {
  const statements = statementsOf(text)
  const file = { statements, createdTables: createdTables(statements) }
  return [...statements.flatMap((statement) => problemsOf(statement, file, releases)), ...misplaced(text, statements)]
}

function problemsOf({ comment, sql }: Statement, file: File, releases: readonly string[]): string[] {
  const broken = (rules: readonly Rule[]) =>
    rules
      .filter(({ breaks, unless }) => breaks.test(sql) && !unless?.(sql, file))
      .map(({ problem }) => `${problem}: ${sql}`)
  return [
    ...(isUnused(comment, releases) ? [] : broken(contractRules)),
    ...(/^-- short lock: \S/m.test(comment) ? [] : broken(lockRules)),
  ]
}

/** `-- unused since 0.2.0`, a release that was cut already. */
function isUnused(comment: string, releases: readonly string[]): boolean {
  return releases.includes(/^-- unused since (\d+\.\d+\.\d+)\b/m.exec(comment)?.[1] ?? '')
}

const REPEATABLE =
  /^(drop index concurrently if exists|create (unique )?index concurrently|create or replace function) /

/** A failed migration is run again from its start, so without a transaction each statement must bear that. */
function misplaced(text: string, statements: readonly Statement[]): string[] {
  const isOutside = text.startsWith(OUTSIDE)
  if (!isOutside)
    return statements.filter(({ sql }) => /\bconcurrently\b/.test(sql)).map(({ sql }) => `needs «${OUTSIDE}»: ${sql}`)
  return statements.filter(({ sql }) => !REPEATABLE.test(sql)).map(({ sql }) => `needs a transaction: ${sql}`)
}

function statementsOf(text: string): Statement[] {
  // Bodies of functions hold semicolons and statements that run later.
  const withoutBodies = text.replace(/\$(\w*)\$[^]*?\$\1\$/g, '$$$$')
  return withoutBodies
    .split(/;[ \t]*(?:--.*)?$/m)
    .map((part) => ({ comment: part.match(/^[ \t]*--.*$/gm)?.join('\n') ?? '', sql: plain(part) }))
    .filter(({ sql }) => sql !== '')
}

/** Lower case, one space between words, neither comments nor literals. */
function plain(sql: string): string {
  return sql
    .replace(/--.*$/gm, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

function createdTables(statements: readonly Statement[]): Set<string> {
  return new Set(
    statements.flatMap(({ sql }) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(sql)?.[1] ?? []),
  )
}

function isUncrowded(sql: string, { createdTables }: File): boolean {
  const table =
    /^(?:alter table (?:only |if exists )*|update (?:only )?|delete from (?:only )?)(\w+)|^create [^(]*? on (?:only )?(\w+)/.exec(
      sql,
    )
  const name = table?.[1] ?? table?.[2] ?? ''
  return createdTables.has(name) || SMALL_TABLES.includes(name)
}

/** The parts of an `alter table` that add a column. */
function columnsOf(sql: string): string[] {
  return sql.split(/\badd column\b/).slice(1)
}

function hasDefault(sql: string, statements: readonly Statement[]): boolean {
  const columns = [...sql.matchAll(/\balter column (\S+) set not null\b/g)].map(([, column]) => column)
  const table = /^alter table (?:only )?(\w+)/.exec(sql)?.[1]
  return columns.every((column) =>
    statements.some(
      (other) =>
        other.sql.includes(`alter table ${table} `) && other.sql.includes(`alter column ${column} set default`),
    ),
  )
}
