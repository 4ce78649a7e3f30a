import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { projectRoot } from './settings.ts'

/** A source file of the server: its path below `apps/server/src`, and its text. */
export type Source = { path: string; text: string }

export type Breach = { path: string; problem: string }

/** Table (camelCase) → feature. */
export type Owners = Readonly<Record<string, string>>

/** The only place that knows the tables of the job engine. */
const JOB_ENGINE = 'platform/jobs.ts'
const WRITES = /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*([^\s,)]*)/g
const READS = /\.(?:selectFrom|(?:inner|left|right|full|cross)Join(?:Lateral)?|using)\(\s*([^\s,)]*)/g
const UPDATE_FROM = /\.from\(\s*('[^']*')/g
const RAW_SQL = /\bsql(?:<[^`]*>)?`([^`]*)`/g
const RAW_WRITES = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+([a-z_]+)/g

/** Every access to a table by a feature that neither owns it nor stands above its owner, and every SQL out of place. */
export function findBreaches(sources: readonly Source[], owners: Owners): Breach[] {
  const below = featuresBelow(sources)
  return sources.flatMap((source) => {
    const feature = featureOf(source.path)
    const breach = (problem: string) => ({ path: source.path, problem })
    const accesses = accessesOf(source.text, owners)
    return [
      ...accesses.unknown.map((argument) => breach(`names its table by ${argument}, not by a literal`)),
      ...accesses.writes
        .filter((table) => owners[table] !== feature)
        .map((table) => breach(`writes ${table} of ${owners[table]}`)),
      ...accesses.reads
        .filter((table) => owners[table] !== feature && !below.get(feature)?.has(owners[table] ?? ''))
        .map((table) => breach(`reads ${table} of ${owners[table]}, which it does not import`)),
      ...(hasSql(source.text) && !isRepo(source.path) ? [breach('has SQL outside a repo')] : []),
      ...(/\bpgboss\./.test(source.text) && source.path !== JOB_ENGINE ? [breach('queries the job engine')] : []),
    ]
  })
}

/** Features that import each other in a circle, through their doors. */
export function findCircles(sources: readonly Source[]): string[] {
  const below = featuresBelow(sources)
  return [...below].flatMap(([feature, reachable]) => (reachable.has(feature) ? [feature] : []))
}

/** For each feature, those it imports itself. */
export function featureImports(sources: readonly Source[]): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>()
  for (const { path, text } of sources) {
    const feature = featureOf(path)
    const others = matches(text, /from '#features\/([\w-]+)\//g).filter((other) => other !== feature)
    imports.set(feature, new Set([...(imports.get(feature) ?? []), ...others]))
  }
  return imports
}

/** For each feature, those it imports, directly or not. */
export function featuresBelow(sources: readonly Source[]): Map<string, Set<string>> {
  const imports = featureImports(sources)
  const reach = (feature: string, seen = new Set<string>()): Set<string> => {
    for (const below of imports.get(feature) ?? []) if (!seen.has(below)) reach(below, seen.add(below))
    return seen
  }
  return new Map([...imports.keys()].map((feature) => [feature, reach(feature)]))
}

export function serverSources(): Source[] {
  const root = join(projectRoot, 'apps/server/src')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.d.ts'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

type Accesses = { writes: string[]; reads: string[]; unknown: string[] }

function accessesOf(text: string, owners: Owners): Accesses {
  const code = withoutComments(text)
  const written = matches(code, WRITES)
  const read = [...matches(code, READS), ...matches(code, UPDATE_FROM)]
  const literals = (found: readonly string[]) => found.flatMap((argument) => tableOf(argument) ?? [])
  const raw = matches(code, RAW_SQL).map((sql) => sql.toLowerCase())
  const isTable = (table: string) => table in owners
  const rawWritten = raw.flatMap((sql) => matches(sql, RAW_WRITES)).map(camelCase)
  const mentioned = Object.keys(owners).filter((table) =>
    raw.some((sql) => new RegExp(`\\b${snakeCase(table)}\\b`).test(sql)),
  )
  return {
    writes: unique([...literals(written), ...rawWritten].filter(isTable)),
    reads: unique([...literals(read), ...mentioned].filter(isTable)),
    unknown: [...written, ...read].filter((argument) => tableOf(argument) === undefined && !isSubquery(argument)),
  }
}

/** `'users'` and `'users as owner'` name the table users. */
function tableOf(argument: string): string | undefined {
  return /^'(\w+)/.exec(argument)?.[1]
}

/** A callback or a builder, whose own calls are seen by themselves. */
function isSubquery(argument: string): boolean {
  return argument.startsWith('(') || argument.startsWith('sql')
}

function hasSql(text: string): boolean {
  const code = withoutComments(text)
  return [WRITES, READS, RAW_SQL].some((pattern) => matches(code, pattern).length > 0)
}

/** Only `repo.ts` files have SQL; of the platform, what runs below the features. */
function isRepo(path: string): boolean {
  return /(^|[/-])repo\.ts$/.test(path) || path.startsWith('platform/')
}

function featureOf(path: string): string {
  return /^features\/([^/]+)\//.exec(path)?.[1] ?? ''
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, group]) => (group === undefined ? [] : [group]))
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
const unique = (names: readonly string[]) => [...new Set(names)]
