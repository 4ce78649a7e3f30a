import { tableOwners } from '#platform/tables/owners.ts'

import { isRecording, traced } from './spans.ts'

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const tables = new Set(Object.keys(tableOwners).map(snakeCase))

/** A span that names a statement's first word and first table, never its text or its parameters. */
export function tracedStatement<T>(text: string, run: () => Promise<T>): Promise<T> {
  if (!isRecording()) return run()
  return traced(nameOf(text), { 'db.system.name': 'postgresql' }, run)
}

export function nameOf(text: string): string {
  const words = text.replace(/\/\*.*?\*\//g, '').match(/\w+/g) ?? []
  const table = words.find((word) => tables.has(word))
  return [words[0]?.toLowerCase() ?? 'statement', ...(table ? [table] : [])].join(' ')
}
