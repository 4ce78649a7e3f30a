import type { Endpoint } from '@doslovno/contract/endpoint.ts'
import fc from 'fast-check'
import * as z from 'zod/mini'

/** A request as a hostile client may send it. */
export type FuzzedRequest = {
  caller: 'visitor' | 'user' | 'forged'
  params: Record<string, unknown>
  query: unknown
  contentType: string
  payload: string | undefined
  headers: Record<string, string>
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
/** As deep as fits the body of a user, and of a stranger. */
const DEEP = [nested(100_000), nested(30_000)]
/** A megabyte of keys, and as many as a stranger may send. */
const KEYS = [48_000, 3400].map((count) => JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, { a: n }])))) // prettier-ignore

/** A field that no schema names, and its value; JSON gets a deep one instead. */
const UNKNOWN = '@unknown'

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    '\0',
    'a\0b',
    '\ud800',
    "' or 1=1 --",
    '%00',
    '../../etc/passwd',
    '\r\nset-cookie: a=b',
    'http://[',
    'https://user:pass@[::1]:99999/',
    '\u044f'.repeat(20_001),
    null,
    true,
    [],
    {},
    [[]],
    { toString: 1, constructor: 1, length: -1 },
    JSON.parse('{"__proto__":{"isAdmin":true}}'),
  ),
  fc.constantFrom(-1, 0.5, -0, 1e308, 5e-324, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, 2 ** 63),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.jsonValue({ maxDepth: 3 }),
)

type Schema = {
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  type?: string
  format?: string
  pattern?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  minimum?: number
  maximum?: number
  maxLength?: number
}

/** Values that fit a schema, and now and then, at any depth, one that does not. */
function valueOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 12, arbitrary: validOf(schema, ids) }, { weight: 1, arbitrary: hostile })
}

function validOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => valueOf(choice, ids)))
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return fc.record(
        {
          ...Object.fromEntries(
            Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valueOf(one, ids)]),
          ),
          [UNKNOWN]: fc.constant(UNKNOWN),
        },
        { requiredKeys: (schema.required ?? []) as never[] },
      )
    case 'array':
      return fc.array(valueOf(schema.items ?? {}, ids), { maxLength: 4 })
    case 'string':
      return stringOf(schema, ids)
    case 'integer':
      return fc.oneof(fc.nat(5), fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 2 ** 53 - 1 }))
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case undefined:
    default:
      return hostile
  }
}

function stringOf({ format, pattern, maxLength = 300 }: Schema, ids: readonly string[]): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (pattern?.includes('[0-9a-f]')) return fc.constant('0'.repeat(64))
  if (pattern) return fc.webUrl()
  return fc.oneof(fc.string({ maxLength }), fc.string({ unit: 'grapheme', maxLength }), fc.emailAddress())
}

const schemaOf = (schema: z.ZodMiniType | undefined): Schema | undefined =>
  schema && (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)

/** JSON of the body's schema; sometimes broken, very deep, a megabyte long, or not JSON at all. */
function payloadOf(endpoint: Endpoint, ids: readonly string[]): fc.Arbitrary<string | undefined> {
  if (endpoint.method === 'GET') return fc.constant(undefined)
  const schema = schemaOf(endpoint.body)
  const value = schema ? valueOf(schema, ids) : fc.constant({})
  const json = fc
    .tuple(value, fc.constantFrom(...DEEP))
    .map(([one, deep]) => JSON.stringify(one).replaceAll(`:"${UNKNOWN}"`, `:${deep}`))
  return fc.oneof(
    { weight: 12, arbitrary: json },
    { weight: 1, arbitrary: json.map((text) => text.slice(0, -1)) },
    { weight: 1, arbitrary: fc.constantFrom<string | undefined>(undefined, '', 'null', '"', '[1]', ...DEEP, ...KEYS) },
    { weight: 1, arbitrary: fc.constant(JSON.stringify({ name: 'a'.repeat(999_900) })) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  )
}

const contentType = fc.oneof(
  { weight: 20, arbitrary: fc.constant('application/json') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-16',
      'text/plain',
      'multipart/form-data',
      'multipart/form-data; boundary=x',
      'application/x-www-form-urlencoded',
      '/',
      ';',
    ),
  },
)

const LONG_HEADERS = [
  'idempotency-key',
  'if-none-match',
  'accept-encoding',
  'user-agent',
  'time-zone',
  'x-request-id',
  'traceparent',
]

const headers = fc.oneof(
  { weight: 10, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'x-forwarded-for': '\u00ff, 1.2.3.4, ::' },
      { 'user-agent': '\u00e9'.repeat(5000) },
      Object.fromEntries(LONG_HEADERS.map((name) => [name, '\u00ff'.repeat(255)])),
      { host: '' },
      { 'if-none-match': '*', 'if-modified-since': 'never', range: 'bytes=-1,0-' },
      { 'content-encoding': 'gzip' },
      { accept: '*/*;q=x', 'accept-encoding': 'identity;q=0, *;q=0' },
    ),
  },
)

/** `ids`: rows of the user and of another one. */
export function requestsOf(endpoint: Endpoint, ids: readonly string[]): fc.Arbitrary<FuzzedRequest> {
  const [params, query] = [schemaOf(endpoint.params), schemaOf(endpoint.query)]
  return fc.record({
    caller: fc.constantFrom('visitor', 'user', 'user', 'user', 'forged'),
    params: (params ? validOf(params, ids) : fc.constant({})) as fc.Arbitrary<Record<string, unknown>>,
    query: query ? valueOf(query, ids) : fc.constant({}),
    contentType,
    payload: payloadOf(endpoint, ids),
    headers,
  })
}

/** The address of a request; odd values become text, a list becomes a repeated parameter. */
export function urlOf(endpoint: Endpoint, { params, query }: FuzzedRequest): string {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_whole, name: string) => encoded(params[name]))
  const pairs = typeof query === 'object' && query !== null ? Object.entries(query) : [['search', query]]
  const search = pairs.flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${encoded(name)}=${encoded(one)}`),
  )
  return search.length > 0 ? `${path}?${search.join('&')}` : path
}

function encoded(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(String(text).toWellFormed())
}
