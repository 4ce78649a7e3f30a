import { describe, expect, it } from 'vitest'

import { accessOf, scopesOf } from './access.ts'
import { commandsFor } from './commands.ts'

const key = 'dsl_x'
const origin = 'https://doslovno.example'

describe('the commands', () => {
  it('upload a recording and process it with a key to everything [ACC-8]', () => {
    const commands = commandsFor({ access: 'full', key, origin })

    expect(commands).toMatch(/^export DOSLOVNO_KEY='dsl_x'\n/)
    expect(commands.match(/curl/g)).toHaveLength(2)
    expect(commands).toContain('https://doslovno.example/api/scripts/upload')
    expect(commands).toContain('https://doslovno.example/api/scripts/$FILE_ID/process')
  })

  it('only read with a key to read [ACC-8]', () => {
    const commands = commandsFor({ access: 'read', key, origin })

    expect(commands.split('\n\n')).toEqual([
      "export DOSLOVNO_KEY='dsl_x'",
      'curl https://doslovno.example/api/scripts \\\n  -H "Authorization: Bearer $DOSLOVNO_KEY"',
    ])
  })
})

describe('access', () => {
  it.each(['full', 'read'] as const)('%s is what its scopes say', (access) => {
    expect(accessOf(scopesOf(access))).toBe(access)
  })
})
