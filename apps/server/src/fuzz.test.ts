import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { endpoints, openaiEndpoints } from '#test/endpoints.ts'
import { type FuzzedRequest, requestsOf, urlOf } from '#test/fuzz.ts'
import { addScript } from '#test/recordings/library.ts'
import { multipartFile } from '#test/recordings/multipart.ts'
import { startProcessing, uploadRecording } from '#test/recordings/pipeline.ts'
import { toWav } from '#test/recordings/recordings.ts'
import { startTestShop, type TestShop } from '#test/shop.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

/** The same requests in every run; `FUZZ_SEED` and `FUZZ_RUNS` (per endpoint) look further. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_116)
const numRuns = Number(process.env.FUZZ_RUNS ?? 25)
const PRO = 3

let shop: TestShop
let test: TestApp
let user: Caller
let ids: string[]

beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'web-'))
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>page</title>')
  shop = await startTestShop()
  test = await createTestApp({ webRoot, payments: shop.config })
  user = await test.signIn({ tariffId: PRO })
  const other = await test.signIn({ tariffId: PRO })
  ids = [...(await rowsOf(user)), ...(await rowsOf(other))]
})
afterAll(async () => {
  await test.close()
  await shop.closeServer()
})

/** A file with a text, one being processed, its process, and an unfinished upload. */
async function rowsOf(caller: Caller): Promise<string[]> {
  const uploaded = await uploadRecording(caller, toWav(Buffer.alloc(100)))
  const payload = { fileName: 'a.wav', contentType: 'audio/wav', size: 144 }
  const opened = await caller.call({ method: 'POST', url: '/api/uploads', payload })
  return [
    await addScript(test, caller.userId ?? '', ['Добрый день.', 'Меня зовут Анна.'], { isPublic: true }),
    uploaded,
    await startProcessing(caller, uploaded),
    opened.json<{ upload: { id: string } }>().upload.id,
  ]
}

const tokens = { visitor: {}, forged: { authorization: 'Bearer a.b.c' } }
const credentials = (caller: FuzzedRequest['caller']): Record<string, string> =>
  caller === 'user' ? { authorization: user.authorization } : tokens[caller]

/** A provider that does not answer is 502; any other 5xx is a bug. */
async function expectNoFailure(options: InjectOptions): Promise<void> {
  const { statusCode, body } = await test.app.inject(options)
  if (statusCode >= 500 && statusCode !== 502) throw new Error(`${statusCode} ${body.slice(0, 500)}`)
}

/** Deletions last, so that the others find rows. */
const inOrder = [...endpoints, ...openaiEndpoints].toSorted(
  ([, a], [, b]) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
)

describe(`requests made with seed ${seed}`, () => {
  it.each(inOrder)('never fail with 5xx on %s', async (_name, endpoint) => {
    const property = fc.asyncProperty(requestsOf(endpoint, ids), (request) => {
      const type = request.payload === undefined ? {} : { 'content-type': request.contentType }
      return expectNoFailure({
        method: endpoint.method,
        url: urlOf(endpoint, request),
        headers: { ...request.headers, ...type, ...credentials(request.caller) },
        ...(request.payload !== undefined && { payload: request.payload }),
      })
    })

    await expect(fc.assert(property, { seed, numRuns, endOnFailure: true })).resolves.toBeUndefined()
  })

  it('as multipart never fail with 5xx', async () => {
    const line = fc.oneof(
      fc.constantFrom(
        '--x',
        '--x--',
        'Content-Disposition: form-data; name="file"; filename="a.wav"',
        'Content-Disposition: form-data; name="file"; filename*=UTF-8\'\'%00%ff',
        'Content-Type: audio/wav',
        'Content-Type: a\0b',
        'Content-Type: аудио/звук; a="',
        '',
      ),
      fc.string({ unit: 'binary', maxLength: 30 }),
    )
    const property = fc.asyncProperty(fc.array(line, { maxLength: 12 }), (lines) =>
      expectNoFailure({
        method: 'POST',
        url: '/api/scripts/upload',
        headers: { ...credentials('user'), 'content-type': 'multipart/form-data; boundary=x' },
        payload: lines.join('\r\n'),
      }),
    )

    await expect(fc.assert(property, { seed, numRuns: numRuns * 4, endOnFailure: true })).resolves.toBeUndefined()
  })

  it.each(['a\0b', 'аудио/звук', 'audio/wav\r\nx: y', 'a'.repeat(5000)])(
    'never fail with 5xx for a file of an odd type',
    async (type) => {
      const wave = toWav(Buffer.alloc(100))
      await expect(
        expectNoFailure({
          method: 'POST',
          url: '/api/scripts/upload',
          ...multipartFile(wave, 'a\0.wav', type),
          headers: { ...multipartFile(wave, 'a\0.wav', type).headers, ...credentials('user') },
        }),
      ).resolves.toBeUndefined()
    },
  )

  it.each([
    '/%00',
    '/api/%00',
    '/api/scripts/%ff',
    '/api/scripts/..%2f..%2fetc%2fpasswd',
    '/..%2f..%2fetc/passwd',
    '/files/%E0%A4%A',
    '//api//account',
    '/api/scripts/search?search=%00%00%00',
    '/api/scripts/search?search=abc&search=def',
    '/api/scripts?page=1e9&pageSize=-1&sort=__proto__',
    '/api/scripts?__proto__[a]=1&constructor=2',
    `/api/${'a'.repeat(10_000)}`,
    `/api/scripts/${'a'.repeat(300)}`,
    '/api/scripts/search?search=%F0%9F%98%80%F0%9F',
  ])('never fail with 5xx on %s', async (url) => {
    await expect(expectNoFailure({ url, headers: credentials('user') })).resolves.toBeUndefined()
    await expect(expectNoFailure({ url, method: 'POST', payload: {} })).resolves.toBeUndefined()
  })
})
