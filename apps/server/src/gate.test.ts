import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import type { Endpoint } from '@doslovno/contract/endpoint.ts'
import { publicApi } from '@doslovno/contract/public-api.ts'
import { apiKeyFrom } from '@doslovno/domain/account/api-key.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { buildApp } from '#app.ts'
import { createLog } from '#platform/log.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const callers = ['visitor', 'unknown key', 'key to read', 'key to write', 'key', 'session'] as const
type Name = (typeof callers)[number]

/** Whom the gate refuses, by the endpoint's `auth` and the scope that a key needs. */
const refused: Record<string, readonly Name[]> = {
  'none read': [],
  'none write': [],
  'optional read': ['key to write'],
  'optional write': ['key to read'],
  'user read': ['visitor', 'unknown key', 'key to write'],
  'user write': ['visitor', 'unknown key', 'key to read'],
  'session read': ['visitor', 'unknown key', 'key to read', 'key to write', 'key'],
  'session write': ['visitor', 'unknown key', 'key to read', 'key to write', 'key'],
}

/** Every endpoint of the contract, from every module of it. */
const contract = dirname(fileURLToPath(import.meta.resolve('@doslovno/contract/endpoint.ts')))
const modules = readdirSync(contract).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const exported: object[] = await Promise.all(modules.map((file) => import(pathToFileURL(`${contract}/${file}`).href)))
const endpoints = exported
  .flatMap((module) => Object.entries(module))
  .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))

function isEndpoint(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'path' in value && 'auth' in value
}

let test: TestApp
const tokens: Partial<Record<Name, string>> = {}

beforeAll(async () => {
  test = await createTestApp()
  const keyWith = async (scopes?: string[]) => {
    const owner = await test.signIn()
    const payload = scopes ? { scopes } : {}
    const reply = await owner.call({ method: 'POST', url: '/api/account/generate-api-key', payload })
    return `Bearer ${reply.json<{ apiKey: string }>().apiKey}`
  }
  tokens['unknown key'] = `Bearer ${apiKeyFrom('x'.repeat(30))}`
  tokens['key to read'] = await keyWith(['read'])
  tokens['key to write'] = await keyWith(['write'])
  tokens.key = await keyWith()
  tokens.session = (await test.signIn()).authorization
})
afterAll(() => test.close())

/** Stops behind the gate: a body that is no JSON, and ids that fit no row. */
function knock({ method, path }: Endpoint, caller: Name) {
  const body = method === 'GET' ? {} : { payload: '{', headers: { 'content-type': 'application/json' } }
  const authorization = tokens[caller]
  return test.app.inject({
    method,
    url: path.replaceAll(/:\w+/g, randomUUID()),
    ...body,
    headers: { ...body.headers, ...(authorization && { authorization }) },
  })
}

/** OpenAI's clients expect 401 without credentials. */
const isShut = (status: number | undefined) => status === 401 || status === 403
const registered = () => endpoints.filter(([, { method, path }]) => test.app.hasRoute({ method, url: path }))
const scopeOf = ({ method, scope }: Endpoint) => scope ?? (method === 'GET' ? 'read' : 'write')

describe('the gate', () => {
  it('has every endpoint of the app before it [API-2]', () => {
    expect(registered().length).toBeGreaterThan(60)
  })

  it('admits to every endpoint exactly whom it should [API-2]', async () => {
    for (const [name, endpoint] of registered()) {
      const replies = await Promise.all(callers.map((caller) => knock(endpoint, caller)))
      const shut = callers.filter((_caller, index) => isShut(replies[index]?.statusCode))

      expect({ name, shut }).toEqual({ name, shut: refused[`${endpoint.auth} ${scopeOf(endpoint)}`] })
    }
  })

  it('tells a refused key which scope it needs [API-2]', async () => {
    const keys = ['key to read', 'key to write', 'key'] as const
    for (const [name, endpoint] of registered()) {
      const replies = await Promise.all(keys.map((key) => knock(endpoint, key)))
      const scope = endpoint.auth === 'session' ? 'account' : scopeOf(endpoint)

      for (const { headers } of replies.filter(({ statusCode }) => statusCode === 403)) {
        const asked = headers['www-authenticate']
        expect({ name, asked }).toEqual({ name, asked: `Bearer error="insufficient_scope", scope="${scope}"` })
      }
    }
  })

  it('never logs a key [ACC-8]', async () => {
    let lines = ''
    const log = createLog('trace', 'test', { write: (text: string) => void (lines += text) })
    const app = await buildApp({ ...test.ctx, log })
    const authorization = tokens.session ?? ''
    const url = '/api/account/generate-api-key'
    const made = await app.inject({ method: 'POST', url, headers: { authorization }, payload: {} })
    const key = made.json<{ apiKey: string }>().apiKey
    await app.inject({ url: '/api/scripts/x', headers: { authorization: `Bearer ${key}` } })
    await app.close()

    expect(lines).toContain('/api/scripts/x')
    expect(lines).not.toContain(key.slice(0, 12))
  })

  it('admits keys to the documented calls, and to no others that need an account [API-2]', () => {
    const documented = new Set<Endpoint>(Object.values(publicApi).flatMap((group) => Object.values(group)))
    const openToKeys = endpoints.filter(([, { auth, path }]) => auth === 'user' && path.startsWith('/api/'))

    expect(openToKeys.filter(([, endpoint]) => !documented.has(endpoint)).map(([name]) => name)).toEqual([])
    expect([...documented].filter(({ auth }) => auth === 'session' || auth === 'none')).toEqual([])
  })
})
