import { randomInt, randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

const WEB = resolve(import.meta.dirname, '../../../../web')
const HOME = 'https://doslovno.example'
const TALK = ['Свет раскладывается на цвета.', 'Почему так?', 'Потому что капли его преломляют.']

let test: TestApp
let owner: Caller
beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'web-'))
  copyFileSync(join(WEB, 'index.html'), join(webRoot, 'index.html'))
  copyFileSync(join(WEB, 'public/preview.png'), join(webRoot, 'preview.png'))
  test = await createTestApp({ webRoot, publicUrl: HOME })
})
beforeEach(async () => {
  owner = await test.signIn()
})
afterAll(() => test.close())

const addPublic = (sentences: readonly string[] = TALK, changes = {}) =>
  addScript(test, owner.userId ?? '', sentences, { isPublic: true, ...changes })
const share = (id: string, publicFlag: boolean) =>
  owner.call({ method: 'PATCH', url: `/api/scripts/${id}`, payload: { publicFlag } })
const ask = (url: string, headers = {}) => test.app.inject({ url, headers })

async function tagsOf(path: string): Promise<Record<string, string>> {
  const { body } = await ask(`/files/${path}`)
  return Object.fromEntries(
    Array.from(body.matchAll(/<meta (?:name|property)="([^"]*)" content="([^"]*)"/g), ([, name, content]) => [name, content]), // prettier-ignore
  )
}

/** The path of the image that a page names. */
async function imageOf(path: string): Promise<string> {
  const { 'og:image': url = '' } = await tagsOf(path)
  expect(url).toMatch(new RegExp(`^${HOME}/files/[\\w-]+/[\\w-]{16}/preview\\.png(\\?t=[\\d.-]+)?$`))
  return url.slice(HOME.length)
}

describe('the preview of a public file', () => {
  it('is an image that its page names, with its size and what it says', async () => {
    const id = await addPublic()

    const tags = await tagsOf(id)
    const image = await ask(await imageOf(id))

    expect(tags).toMatchObject({
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': '«Свет раскладывается на цвета.» — Спикер 1, 0:00',
      'twitter:card': 'summary_large_image',
      'twitter:image': tags['og:image'],
    })
    expect(image.statusCode).toBe(200)
    expect(image.headers).toMatchObject({ 'content-type': 'image/png', 'x-robots-tag': 'noindex, noarchive' })
    expect(image.rawPayload.subarray(0, 8)).toEqual(Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]))
    expect([image.rawPayload.readUInt32BE(16), image.rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
    expect(image.rawPayload.length).toBeLessThan(120_000)
  })

  it('quotes the fragment of its link', async () => {
    const id = await addPublic()

    const tags = await tagsOf(`${id}?t=20-23.5`)
    const paths = [await imageOf(id), await imageOf(`${id}?t=20-23.5`), await imageOf(`${id}?t=10`)]
    const images = await Promise.all(paths.map((path) => ask(path)))

    expect(tags['og:url']).toBe(`${HOME}/files/${id}?t=20-23.5`)
    expect(tags['og:image:alt']).toMatch(/^«Потому что капли.*» — Спикер 1, 0:20$/)
    expect(paths[1]).toMatch(/\?t=20-23\.5$/)
    expect(new Set(images.map(({ rawPayload }) => rawPayload.toString('base64'))).size).toBe(3)
  })

  it('has a new address when its title or a name changes', async () => {
    const id = await addPublic()
    const first = await imageOf(id)

    await test.ctx.db.insertInto('speakerNames').values({ scriptId: id, speaker: 0, name: 'Анна' }).execute()
    const named = await imageOf(id)
    await test.ctx.db.updateTable('scripts').set({ fileName: 'Радуга.mp3' }).where('id', '=', id).execute()
    const renamed = await imageOf(id)

    expect(new Set([first, named, renamed]).size).toBe(3)
  })

  it('is kept by readers under its own address only, and not sent twice', async () => {
    const path = await imageOf(await addPublic())

    const image = await ask(path)
    const again = await ask(path, { 'if-none-match': image.headers['etag'] })
    const old = await ask(path.replace(/[\w-]{16}\/preview/, '0123456789abcdef/preview'))

    expect(image.headers['cache-control']).toBe('private, max-age=86400, immutable')
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload).toHaveLength(0)
    expect(old.headers['cache-control']).toBe('no-cache')
    expect(old.rawPayload).toEqual(image.rawPayload)
  })

  it('is drawn once for all who ask, at once or later', async () => {
    const path = await imageOf(await addPublic(['Эту фразу никто ещё не рисовал никогда.']))
    const draw = vi.spyOn(test.ctx.previews, 'draw')

    await Promise.all(Array.from({ length: 5 }, () => ask(path)))
    const last = await ask(path)

    expect(draw).toHaveBeenCalledTimes(1)
    expect(last.headers['content-type']).toBe('image/png')
    draw.mockRestore()
  })

  it('shows hostile names and words without harm', async () => {
    const evil = `</script><svg onload='x'>\u202e\u0007 $& 😀 שלום "`
    const id = await addPublic([evil, 'Второй.'], { fileName: `${evil}.mp3` })
    await test.ctx.db.insertInto('speakerNames').values({ scriptId: id, speaker: 0, name: evil }).execute()

    const image = await ask(await imageOf(`${id}?t=0`))

    expect(image.statusCode).toBe(200)
    expect(image.headers['content-type']).toBe('image/png')
  })

  it('is the image of all links while it cannot be drawn', async () => {
    const path = await imageOf(await addPublic(['Эту фразу нарисовать не удастся никому.']))
    const draw = vi.spyOn(test.ctx.previews, 'draw')

    draw.mockResolvedValueOnce(undefined)
    const busy = await ask(path)
    draw.mockRejectedValueOnce(new Error('The thread died'))
    const failed = await ask(path)
    draw.mockRestore()
    const drawn = await ask(path)

    for (const { statusCode, headers } of [busy, failed]) {
      expect(statusCode).toBe(302)
      expect(headers).toMatchObject({ location: '/preview.png', 'cache-control': 'no-store' })
      expect(headers).not.toHaveProperty('etag')
    }
    expect((await ask('/preview.png')).headers['content-type']).toBe('image/png')
    expect(drawn.statusCode).toBe(200)
  })
})

describe('the preview of any other file', () => {
  it('is not found, even with the address it had', async () => {
    const id = await addPublic()
    const path = await imageOf(id)
    const open = await ask(path)
    await share(id, false)
    const hidden = await addScript(test, owner.userId ?? '', TALK)

    const replies = await Promise.all([
      ask(path),
      ask(path, { 'if-none-match': open.headers['etag'] }),
      owner.call({ url: path }),
      ask(`/files/${hidden}/0123456789abcdef/preview.png`),
      ask(`/files/${randomUUID()}/0123456789abcdef/preview.png?t=1-2`),
      ask('/files/no-id/0123456789abcdef/preview.png'),
    ])

    expect(open.statusCode).toBe(200)
    for (const reply of replies) {
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toEqual(replies[4].json())
    }
  })
})

describe('previews', () => {
  it('all look the same to an address that asks for too many', async () => {
    const { webRoot, rateLimits } = test.config
    const strict = await createTestApp({ webRoot, rateLimits: { ...rateLimits, factor: 1 } })
    const id = await addScript(strict, (await strict.createUser()).id, TALK, { isPublic: true })
    const remoteAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    const url = `/files/${id}/0123456789abcdef/preview.png`

    const codes = []
    for (let time = 0; time < 61; time++) codes.push((await strict.app.inject({ url, remoteAddress })).statusCode)
    await strict.close()

    expect(codes.slice(0, 60).every((code) => code === 200)).toBe(true)
    expect(codes[60]).toBe(302)
  })
})
