import { randomInt, randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

const INDEX = resolve(import.meta.dirname, '../../../../web/index.html')

let test: TestApp
let owner: Caller
let webRoot: string
beforeAll(async () => {
  webRoot = mkdtempSync(join(tmpdir(), 'web-'))
  copyFileSync(INDEX, join(webRoot, 'index.html'))
  test = await createTestApp({ webRoot, publicUrl: 'https://doslovno.example' })
})
beforeEach(async () => {
  owner = await test.signIn()
})
afterAll(() => test.close())

const TALK = ['Свет раскладывается на цвета.', 'Почему так?', 'Потому что капли его преломляют.']
const visit = (url: string) => test.app.inject({ url })
const addPublic = (changes = {}) => addScript(test, owner.userId ?? '', TALK, { isPublic: true, ...changes })
const policyOf = ({ headers }: Awaited<ReturnType<typeof visit>>) => String(headers['content-security-policy'])
const readerOf = (html: string) => /<meta name="reader" content="([^"]*)"/.exec(html)?.[1]

describe('a public file in a frame', () => {
  it('has its text, the player of visitors, and links that lead back to us in a tab of their own', async () => {
    const id = await addPublic()

    const { body, statusCode } = await visit(`/embed/${id}?t=20-23`)

    expect(statusCode).toBe(200)
    expect(readerOf(body)).toBe('embed')
    expect(body).toContain('Свет раскладывается на цвета.')
    expect(body).toContain('<blockquote>«Потому что капли')
    expect(body).toContain(`<a class="fs-mark" href="/files/${id}?t=20-23" target="_blank" rel="noopener"`)
    expect(body).not.toContain('/auth/register')
  })

  it('may be framed by any site; no other page may, nor any other path below it', async () => {
    const id = await addPublic()

    const framed = await Promise.all([`/embed/${id}`, `/embed/${id}?t=1`, `/embed/${randomUUID()}`].map(visit))
    const others = await Promise.all(
      ['/', `/files/${id}`, `/embed/${id}/x`, '/embed', `/api/scripts/${id}`, '/auth/login'].map(visit),
    )

    for (const reply of framed) expect(policyOf(reply)).toContain('frame-ancestors *')
    for (const reply of others) expect(policyOf(reply)).toContain("frame-ancestors 'none'")
  })

  it('keeps the rest of the policy, sets no cookie, and stays out of search engines', async () => {
    const id = await addPublic()

    const [page, frame] = [await visit(`/files/${id}`), await visit(`/embed/${id}`)]

    expect(policyOf(frame).replace('frame-ancestors *', "frame-ancestors 'none'")).toBe(policyOf(page))
    expect(frame.headers['set-cookie']).toBeUndefined()
    expect(frame.headers['x-robots-tag']).toBe('noindex, noarchive')
  })

  it('is unavailable as soon as access is closed, as a file that never was', async () => {
    const id = await addPublic()
    const open = await visit(`/embed/${id}`)
    await owner.call({ method: 'PATCH', url: `/api/scripts/${id}`, payload: { publicFlag: false } })

    const closed = await test.app.inject({
      url: `/embed/${id}`,
      headers: { 'if-none-match': String(open.headers['etag']) },
    })
    const never = await visit(`/embed/${randomUUID()}`)
    const noId = await visit('/embed/no-id')

    expect([closed.statusCode, never.statusCode, noId.statusCode]).toEqual([404, 404, 404])
    expect(never.body).toContain('Файл недоступен')
    expect(readerOf(never.body)).toBe('none')
    expect(never.body).not.toContain('Свет')
    expect(noId.body).toBe(never.body)
    expect(closed.headers['etag']).toBe(never.headers['etag'])
  })

  it('shows hostile names as they are written', async () => {
    const evil = `</script><script>alert("1")</script>' $&`
    const id = await addPublic({ fileName: `${evil}.mp3` })

    const { body } = await visit(`/embed/${id}?t=${encodeURIComponent('"><script>')}`)

    expect(body).not.toContain('<script>alert')
    expect(body).not.toContain('"><script>')
    expect(body).toContain('&lt;script&gt;alert(&quot;1&quot;)')
  })

  it('says to come back later to an address that asks for too many', async () => {
    const { rateLimits } = test.config
    const strict = await createTestApp({ webRoot, rateLimits: { ...rateLimits, factor: 1 } })
    const id = await addScript(strict, (await strict.createUser()).id, TALK, { isPublic: true })
    const remoteAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    const ask = () => strict.app.inject({ url: `/embed/${id}`, remoteAddress })

    const statuses = []
    for (let time = 0; time < 61; time++) statuses.push((await ask()).statusCode)
    await strict.close()

    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true)
    expect(statuses[60]).toBe(503)
  })
})
