import { randomInt, randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import type { Script } from '@doslovno/contract/scripts.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, decoded, type TestApp } from '#test/test-app.ts'

const INDEX = resolve(import.meta.dirname, '../../../../web/index.html')
const PLAIN = readFileSync(INDEX, 'utf8')

let test: TestApp
let owner: Caller
beforeAll(async () => {
  const webRoot = mkdtempSync(join(tmpdir(), 'web-'))
  copyFileSync(INDEX, join(webRoot, 'index.html'))
  test = await createTestApp({ webRoot, publicUrl: 'https://doslovno.example' })
})
beforeEach(async () => {
  owner = await test.signIn()
})
afterAll(() => test.close())

const TALK = ['Свет раскладывается на цвета.', 'Почему так?', 'Потому что капли его преломляют.']
const visit = (path: string) => test.app.inject({ url: `/files/${path}` })
const addPublic = (sentences: readonly string[] = TALK, changes = {}) =>
  addScript(test, owner.userId ?? '', sentences, { isPublic: true, ...changes })
const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]

describe('a share link', () => {
  it('is replaced on request: the old one ends everywhere, the new one opens all that visitors read [SHR-3]', async () => {
    const id = await addPublic()
    const parts = ['', '/media', '/reading', '/chapters', '/tasks', '/summary/about']
    const read = async (link: string) => {
      const replies = await Promise.all(parts.map((part) => test.app.inject({ url: `/api/scripts/${link}${part}` })))
      const embedded = await test.app.inject({ url: `/embed/${link}` })
      const { body } = await visit(link)
      return [...replies, embedded].map(({ statusCode }) => statusCode).concat(body.includes(TALK[0] ?? '') ? 200 : 404)
    }
    const all = (status: number) => Array.from({ length: parts.length + 2 }, () => status)
    const before = await read(id)

    const payload = { publicFlag: true, newLink: true }
    const reply = await owner.call({ method: 'PATCH', url: `/api/scripts/${id}`, payload })
    const { linkId = '' } = reply.json<{ script: { linkId?: string } }>().script

    expect(before).toEqual(all(200))
    expect([await read(id), await read(linkId)]).toEqual([all(404), all(200)])
    const seen = (await test.app.inject({ url: `/api/scripts/${linkId}` })).json<Script>()
    expect([seen.id, seen.linkId]).toEqual([linkId, undefined])
    const own = await Promise.all([id, linkId].map((link) => owner.call({ url: `/api/scripts/${link}` })))
    expect(own.map((one) => one.json<Script>().id)).toEqual([id, id])
  })
})

describe('the page of a public file', () => {
  it('has the text, its speakers and its times, before any script runs', async () => {
    const { body, headers } = await visit(await addPublic())

    expect(body).toContain('<h1>talk</h1>')
    expect(body).toMatch(
      /<h2 style="[^"]*" data-initials="С1">Спикер 1 <a href="\?t=0"[^>]*>0:00<\/a><\/h2><p data-text>Свет раскладывается на цвета\.<\/p>/,
    )
    expect(body).toMatch(/Спикер 2 <a href="\?t=10"[^>]*>0:10<\/a><\/h2><p data-text>Почему так\?<\/p>/)
    expect(contentOf(body, 'reader')).toBe('file')
    expect(contentOf(body, 'robots')).toBe('noindex, nofollow')
    expect(body).toContain('<div id="root"></div>')
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex, noarchive', 'cache-control': 'no-cache' })
  })

  it('shows speech without words where it was said', async () => {
    const { body } = await visit(await addPublic(TALK, { unheard: JSON.stringify([{ start: 14, end: 19 }]) }))

    expect(body).toMatch(
      /Почему так\?<\/p><p role="note"><a href="\?t=14"[^>]*>0:14–0:19<\/a> не\u00a0разобрали<\/p><\/section>/,
    )
  })

  it('tells those who show its link what it is about', async () => {
    const id = await addPublic(TALK, { fileName: 'Лекция 7. Радуга.mp3', durationSeconds: 4350 })
    await test.ctx.db.insertInto('speakerNames').values({ scriptId: id, speaker: 0, name: 'Анна' }).execute()

    const { body } = await visit(id)

    expect(body).toContain('<title>Лекция 7. Радуга — Дословно</title>')
    expect(contentOf(body, 'og:title')).toBe('Лекция 7. Радуга')
    expect(contentOf(body, 'og:description')).toBe(
      '«Свет раскладывается на цвета.» — Анна, 0:00 · 1\u00a0ч\u00a013\u00a0мин · 2\u00a0спикера, среди\u00a0них Анна',
    )
    expect(contentOf(body, 'og:url')).toBe(`https://doslovno.example/files/${id}`)
    expect(contentOf(body, 'og:image')).toMatch(/^https:\/\/doslovno\.example\/.*\.png/)
    expect(contentOf(body, 'twitter:card')).toBe('summary_large_image')
  })

  it.each(['20', '20-23'])('quotes the moment of its link: ?t=%s', async (moment) => {
    const { body } = await visit(`${await addPublic()}?t=${moment}`)

    expect(contentOf(body, 'og:description')).toContain('«Потому что капли')
    expect(body).toMatch(/<blockquote>«Потому что капли[^<]*»<cite>— Спикер 1, 0:20<\/cite>/)
  })

  it('does without a quote where the link leads past the end or nowhere', async () => {
    const id = await addPublic()

    const [past, nowhere] = [await visit(`${id}?t=9000`), await visit(`${id}?t=__proto__`)]

    expect(past.body).toContain('Свет раскладывается')
    expect(past.body).not.toContain('<blockquote>')
    expect(nowhere.body).not.toContain('<blockquote>')
  })

  it('shows hostile names and words as they are written', async () => {
    const evil = `</script><script>alert("1")</script>' onload='x' $& <!--/first-->`
    const id = await addPublic([evil, 'Второй.'], { fileName: `${evil}.mp3` })
    await test.ctx.db.insertInto('speakerNames').values({ scriptId: id, speaker: 0, name: evil }).execute()

    const { body } = await visit(`${id}?t=0`)

    const count = (html: string, part: string) => html.split(part).length
    expect(count(body, '<script')).toBe(count(PLAIN, '<script'))
    expect(count(body, '</script')).toBe(count(PLAIN, '</script'))
    expect(body).not.toContain('<!--/first-->')
    expect(contentOf(body, 'og:title')).toContain('&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot;)')
    expect(body).toContain('&#39; onload=&#39;x&#39; $&amp; &lt;!--/first--&gt;')
  })

  it('has no more than the beginning of a long text', async () => {
    const { body } = await visit(await addPublic(Array.from({ length: 500 }, (_, index) => `Фраза ${index}.`)))

    expect(body).toContain('Фраза 59.')
    expect(body).not.toContain('Фраза 60.')
    expect(body).toContain('data-more')
  })
})

describe('the page of any other file', () => {
  it('is the same, byte for byte, as that of a file that never was', async () => {
    const userId = owner.userId ?? ''
    const expired = await addPublic()
    await test.ctx.db.updateTable('scripts').set({ expiredAt: new Date() }).where('id', '=', expired).execute()
    const paths = [
      await addScript(test, userId, TALK),
      await addPublic([], { status: 'process' }),
      expired,
      randomUUID(),
      'no-id',
      `${await addScript(test, userId, TALK)}?t=20`,
    ]

    const replies = await Promise.all(paths.map(visit))
    const strangers = await owner.call({ url: `/files/${paths[0]}` })

    for (const { body, headers } of [...replies, strangers]) {
      expect(body).toBe(PLAIN)
      expect(headers['etag']).toBe(replies[3]?.headers['etag'])
    }
  })

  it('loses its text the moment it is closed, in caches too', async () => {
    const id = await addPublic()
    const share = (publicFlag: boolean) =>
      owner.call({ method: 'PATCH', url: `/api/scripts/${id}`, payload: { publicFlag } })
    const open = await visit(id)
    const ask = () =>
      test.app.inject({ url: `/files/${id}`, headers: { 'if-none-match': String(open.headers['etag']) } })

    const unchanged = await ask()
    await share(false)
    const closed = await ask()

    expect(unchanged.statusCode).toBe(304)
    expect(closed.statusCode).toBe(200)
    expect(decoded(closed)).toBe(PLAIN)
  })
})

describe('pages of files', () => {
  it('come without their text to an address that asks for too many', async () => {
    const { webRoot, rateLimits } = test.config
    const strict = await createTestApp({ webRoot, rateLimits: { ...rateLimits, factor: 1 } })
    const id = await addScript(strict, (await strict.createUser()).id, TALK, { isPublic: true })
    const remoteAddress = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    const ask = async () => (await strict.app.inject({ url: `/files/${id}`, remoteAddress })).body

    const pages = []
    for (let time = 0; time < 61; time++) pages.push(await ask())
    await strict.close()

    expect(pages[59]).toContain('Свет раскладывается')
    expect(pages[60]).toBe(PLAIN)
  })
})
