import addFormats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createDocumentCheck } from '#test/documented.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { examples, openApiDocument } from './document.ts'
import { operations, pathOf } from './operations.ts'
import { operationTexts, parts } from './texts.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const document = openApiDocument({ publicUrl: 'https://doslovno.example', version: '1.0.0' })

describe('the document', () => {
  it('describes every public call, and the app serves each of them', () => {
    for (const { name, endpoint } of operations) {
      expect(document.paths[pathOf(endpoint)]?.[endpoint.method.toLowerCase()]).toMatchObject({ operationId: name })
    }
    const missing = operations.filter(({ endpoint: { method, path: url } }) => !test.app.hasRoute({ method, url }))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it('explains every call, parameter, object and field in Russian', () => {
    const silent = [...unexplained(document)]

    expect(silent).toEqual([])
  })

  it('has no text for a field that does not exist', () => {
    for (const { name, endpoint } of operations) {
      const explained = parts.filter((part) => Object.keys(operationTexts[name][part] ?? {}).length > 0)
      expect(explained.filter((part) => endpoint[part] === undefined)).toEqual([])
    }
  })

  it('says which scope a key needs, how often it may call and what a repeat does', () => {
    const process = document.paths['/api/scripts/{id}/process']?.post
    const shared = document.paths['/api/scripts/{id}']?.get

    expect(process?.security).toEqual([{ apiKey: ['write'] }])
    expect(shared?.security).toEqual([{ apiKey: ['read'] }, {}])
    expect(process?.parameters).toContainEqual({ $ref: '#/components/parameters/IdempotencyKey' })
    expect(process?.responses).toMatchObject({
      200: { headers: { 'x-request-id': {}, RateLimit: {}, 'RateLimit-Policy': {} } },
      402: { $ref: '#/components/responses/NotEnoughMinutes' },
      429: { $ref: '#/components/responses/TooManyRequests' },
    })
    expect(document.components.responses).toMatchObject({ TooManyRequests: { headers: { 'Retry-After': {} } } })
  })

  it('is served to everybody', async () => {
    const reply = await test.app.inject({ url: '/api/openapi.json' })

    expect(reply.headers['content-type']).toContain('application/json')
    expect(reply.json()).toEqual(openApiDocument({ publicUrl: test.config.publicUrl, version: '1.0.0' }))
  })
})

describe('the examples', () => {
  const names = [...operations.map(({ name }) => name), 'createTranscription']

  it('exist for every call and every event', () => {
    expect(Object.keys(examples).toSorted()).toEqual([...names, ...Object.keys(document.webhooks as object)].toSorted())
  })

  it.each(shownExamples(document))('match the document: $place', ({ schema, example }) => {
    const ajv = new Ajv2020({ strict: false })
    addFormats.default(ajv)
    ajv.addSchema(document, 'document')
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as object)

    validate(example)

    expect(validate.errors ?? []).toEqual([])
  })

  it('tell nothing of where they were recorded', () => {
    const text = JSON.stringify(examples)

    expect(text).not.toMatch(/127\.0\.0\.1|localhost|dsl_[0-9A-Za-z]/)
    expect(text.match(/whsec_[^"]+/g)?.every((secret) => atob(secret.slice(6)).endsWith('not a secret'))).toBe(true)
  })
})

describe('the page', () => {
  it('may ask nobody but our own origin, and changes the policy of no other page', async () => {
    const page = await test.app.inject({ url: '/api/docs' })
    const data = await test.app.inject({ url: '/api/account/tariffs' })
    const other = await test.app.inject({ url: '/files/x' })

    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(page.headers['content-security-policy']).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/)
    expect(data.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(other.headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
  })

  it('loads its renderer from a path with the version, which may be kept for a year', async () => {
    const start = await test.app.inject({ url: '/api/docs/start.js' })
    const path = /import .* from '([^']+)'/.exec(start.body)?.[1] ?? ''

    const bundle = await test.app.inject({ url: path })

    expect(path).toMatch(/^\/api\/docs\/\d+\.\d+\.\d+\//)
    expect(bundle.statusCode).toBe(200)
    expect(bundle.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(bundle.headers['content-type']).toContain('javascript')
  })

  it('gives out nothing but scripts', async () => {
    const bundle = /'(\/api\/docs\/[^']+\/)standalone/.exec(
      (await test.app.inject({ url: '/api/docs/start.js' })).body,
    )?.[1]

    const replies = await Promise.all(
      ['standalone.js.map', '../../package.json', '..%2f..%2fpackage.json', ''].map((path) =>
        test.app.inject({ url: `${bundle}${path}` }),
      ),
    )

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  })
})

describe('the check of replies', () => {
  const findDrift = createDocumentCheck(document)
  const served = { method: 'GET', path: '/api/usage', status: 200, contentType: 'application/json' }
  const usage = { minutesRemain: 30, isUnlimited: false, availableUploads: null, maxFileSize: 300 }

  it('accepts what is documented and what is not public', () => {
    expect(findDrift({ ...served, body: JSON.stringify(usage) })).toBeUndefined()
    expect(findDrift({ ...served, path: '/api/account', body: '{}' })).toBeUndefined()
  })

  it('reports a field of another type, another status and another code', () => {
    const failure = { error: 'Not found', code: 'notFound', message: 'Not found' }

    expect(findDrift({ ...served, body: JSON.stringify({ ...usage, minutesRemain: '30' }) })).toContain('minutesRemain')
    expect(findDrift({ ...served, status: 404, body: JSON.stringify(failure) })).toContain('not documented')
    expect(findDrift({ ...served, status: 403, body: JSON.stringify(failure) })).toContain('code')
  })
})

/** Where a reader would miss a text: calls, parameters, headers, responses, and properties of objects. */
function* unexplained(value: unknown, path = ''): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* unexplained(item, `${path}/${index}`)
    return
  }
  for (const [key, child] of Object.entries(value)) {
    if (key === 'example' || key === 'examples') continue
    const isExplained = (one: unknown) =>
      typeof one === 'object' && one !== null && ('description' in one || '$ref' in one)
    if (['properties', 'schemas', 'headers', 'responses'].includes(key) && !path.endsWith('/allOf/1')) {
      for (const [name, one] of Object.entries(child as object)) if (!isExplained(one)) yield `${path}/${key}/${name}`
    }
    if (key === 'parameters' && Array.isArray(child)) {
      for (const [index, one] of child.entries()) if (!isExplained(one)) yield `${path}/${key}/${index}`
    }
    if (key === 'operationId' && !('summary' in value && isExplained(value))) yield path
    yield* unexplained(child, `${path}/${key}`)
  }
}

type Shown = { place: string; schema: object; example: unknown }

/** Every example of the document with the schema beside it. */
function shownExamples(value: unknown, place = ''): Shown[] {
  if (typeof value !== 'object' || value === null) return []
  const own =
    'example' in value && 'schema' in value ? [{ place, schema: value.schema as object, example: value.example }] : []
  return [...own, ...Object.entries(value).flatMap(([key, child]) => shownExamples(child, `${place}/${key}`))]
}
