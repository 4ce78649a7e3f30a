import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../../../../shared/spec')

export type SpecCall = { call: string; sent: string[]; answered: string[] }

/** A source of the requirements. They are kept beside the project, in CI too. */
export function readSource(name: 'source-accounts.txt' | 'source-files.txt'): string {
  const path = resolve(folder, name)
  if (!existsSync(path)) throw new Error(`No source ${path}: put the sources there, see CONTRIBUTING.md`)
  return readFileSync(path, 'utf8')
}

/** The rows of «The calls it makes», by the names of the fields in them. */
export function callsOf(source: string): SpecCall[] {
  const rows = source.matchAll(/^\| ((?:GET|POST|PATCH|DELETE) [^ |?]+)(?:\?(\w+)=)?[^|]*\|([^|]*)\|([^|]*)\|$/gm)
  return [...rows].map(([, call = '', query, sent = '', answered = '']) => ({
    call,
    sent: query ? [query] : fieldsOf(sent),
    answered: fieldsOf(answered),
  }))
}

/** The passage behind these words, to the end of the line and of the list that follows. */
export function passage(source: string, words: string): string {
  const [, rest] = source.split(words)
  if (rest === undefined) throw new Error(`The source does not say: ${words}`)
  return /^[^\n]*(?:\n+- [^\n]*)*/.exec(rest)?.[0] ?? ''
}

/** Names of fields, between remarks in brackets and words such as «optional». */
export function fieldsOf(text: string): string[] {
  const lines = text.replaceAll(/\([^()]*\)/g, '').split('\n')
  return lines.flatMap((line) => {
    const names = line.startsWith('- ') ? line.slice(2).split(':')[0] : line.split(':').at(-1)
    return (names ?? '')
      .split(/\.(?:\s|$)/)
      .slice(0, 1)
      .flatMap((sentence) => sentence.split(/[,;{}]|\b(?:or|and|with|returns|optional)\b/))
      .map((name) => name.trim())
      .filter((name) => /^[a-z]\w*(?:\.\w+)*$/.test(name) && !NOTHING.has(name))
  })
}

const NOTHING = new Set(['none', 'multipart'])
