import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { expect, it } from 'vitest'

import { projectRoot } from './settings.ts'

const read = (file: string) => readFileSync(resolve(projectRoot, 'deploy/ha', file), 'utf8')
const found = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name))
const number = (text: string, name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(text)?.[1])

it('explains every variable of the Patroni template, and no other', () => {
  const used = found(read('patroni.yaml'), /\$\{(\w+)\}/g)

  expect(found(read('node.env.example'), /^(\w+)=/gm)).toEqual(used)
})

it('gives a leader the time that Patroni asks for', () => {
  const patroni = read('patroni.yaml')

  const needed = number(patroni, 'loop_wait') + 2 * number(patroni, 'retry_timeout')

  expect(number(patroni, 'ttl')).toBeGreaterThanOrEqual(needed)
})

it('closes the sessions of a fallen leader on each of the three nodes', () => {
  const haproxy = read('haproxy.cfg')

  expect(haproxy).toContain('option httpchk OPTIONS /primary')
  expect(haproxy).toMatch(/default-server .*on-marked-down shutdown-sessions/)
  expect(found(haproxy, /server (\w+) \S+ check port 8008/g).size).toBe(3)
})
