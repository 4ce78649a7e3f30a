import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

import { buildFilter, memberOf } from '@doslovno/server/adapters/breached/filter.ts'
import { FILTER_FILE } from '@doslovno/server/adapters/breached/index.ts'

// Builds the filter of well-known passwords from lists with one password per line.
const lists = process.argv.slice(2)
if (lists.length === 0) {
  console.error('Usage: node scripts/breached-passwords.ts LIST…')
  process.exit(2)
}
const lines = lists.flatMap((list) => readFileSync(list, 'utf8').split('\n'))
const members = new Set(lines.flatMap((line) => memberOf(line) ?? []))
const filter = buildFilter(members)
writeFileSync(FILTER_FILE, filter)
console.log(
  `${members.size} passwords, ${filter.length} bytes, sha256 ${createHash('sha256').update(filter).digest('hex')}`,
)
