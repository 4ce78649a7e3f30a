import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { registry } from '#platform/telemetry.ts'
import { PUBLIC, serve } from '#test/download/internet.ts'
import { failureOf, type TestSite, openTestSite, RECORDING, redirectTo } from '#test/download/site.ts'

let site: TestSite

beforeAll(async () => {
  site = await openTestSite()
})
beforeEach(() => site.reset())
afterAll(() => site.close())

describe('the downloader', () => {
  it.each([
    '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '0', '0.0.0.0',
    '127.0.0.1.', '１２７.0.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]',
    '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '169.254.169.254', '168.63.129.16', '10.0.0.1',
  ])('refuses an address spelled %s', async (host) => {
    expect(await site.codeOf(`http://${host}:${site.canary.port}/`)).toBe('linkUnsupported')
    expect(site.canary.connections()).toBe(0)
    expect(site.internet.lookups).toEqual([])
  }) // prettier-ignore

  it.each([
    'file:///etc/passwd',
    'ftp://files.example/a.mp3',
    'gopher://files.example/',
    'http://files.example:8080/',
    'http://files.example:22/',
    'http://me:secret@files.example/',
    'no link at all',
    'http://',
  ])('refuses another scheme, port, credentials or a malformed link: %s', async (link) => {
    expect(await site.codeOf(link)).toBe('linkUnsupported')
    expect(site.requests).toEqual([])
    expect(site.internet.lookups).toEqual([])
  })

  it('refuses a name like a missing host', async () => {
    site.internet.addName('localhost', ['127.0.0.1'])
    site.internet.addName('metadata.example', ['169.254.169.254'])
    site.internet.addName('half.example', [PUBLIC, '10.0.0.1'])
    site.internet.addName('mapped.example', ['::ffff:127.0.0.1'])

    const failures = await Promise.all(
      ['localhost', 'metadata.example', 'half.example', 'mapped.example', 'missing.example'].map((host) =>
        failureOf(site.fetch(`http://${host}:${site.canary.port}/`)),
      ),
    )

    for (const failure of failures)
      expect(failure).toMatchObject({ code: 'linkFailed', message: 'Link cannot be downloaded' })
    expect(site.canary.connections()).toBe(0)
  })

  it('refuses a name that resolves to a public address first and a private one later', async () => {
    site.internet.addName('rebind.example', [PUBLIC], ['127.0.0.1'])
    site.internet.addRoute(PUBLIC, site.canary.port, site.http.port)

    const file = await site.fetch(`http://rebind.example:${site.canary.port}/a.flac`)

    expect(file.sizeBytes).toBe(RECORDING.length)
    expect(site.internet.lookups).toEqual(['rebind.example'])
    expect(await site.codeOf(`http://rebind.example:${site.canary.port}/a.flac`)).toBe('linkFailed')
    expect(site.canary.connections()).toBe(0)
  })

  it.each([
    'http://127.0.0.1:PORT/',
    'http://0x7f.1:PORT/',
    'http://[::1]:PORT/',
    '//[::ffff:127.0.0.1]:PORT/',
    'http://inside.example:PORT/',
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'gopher://files.example/',
    'http://[nothing',
    'http://files.example:22/',
    'http://me:secret@files.example/',
  ])('refuses a redirect to %s', async (location) => {
    site.internet.addName('inside.example', ['127.0.0.1'])
    site.answer = redirectTo(location.replace('PORT', String(site.canary.port)))

    expect(await site.codeOf('http://files.example/')).toBe('linkFailed')
    expect(site.requests).toHaveLength(1)
    expect(site.canary.connections()).toBe(0)
  })

  it('refuses more than five redirects and follows five', async () => {
    site.answer = (request, response) => {
      const left = Number(request.url?.split('left=')[1])
      if (left === 0) response.end(RECORDING)
      else redirectTo(`/a.flac?left=${left - 1}`)(request, response)
    }

    expect((await site.fetch('http://files.example/?left=5')).fileName).toBe('a.flac')
    expect(await site.codeOf('http://files.example/?left=6')).toBe('linkFailed')
  })

  it('refuses a redirect from https to http and allows the reverse', async () => {
    site.answer = (request, response) => {
      if (request.url === '/down') redirectTo('http://files.example/a.flac')(request, response)
      else if (request.url === '/up') redirectTo('https://files.example/a.flac')(request, response)
      else response.end(RECORDING)
    }

    expect(await site.codeOf('https://files.example/down')).toBe('linkFailed')
    expect((await site.fetch('http://files.example/up')).fileName).toBe('a.flac')
  })

  it('and each refusal is counted by its reason', async () => {
    const before = await blockedBy('address')

    await site.codeOf('http://127.0.0.1/')

    expect(await blockedBy('address')).toBe(before + 1)
  })
})

describe('LINK_ALLOW_PRIVATE', () => {
  it('opens one host and port pair on loopback and nothing else', async () => {
    const open = await serve((request, response) =>
      request.url === '/away'
        ? redirectTo(`http://127.0.0.1:${site.canary.port}/`)(request, response)
        : response.end(RECORDING),
    )
    const allowed = { allowedPrivateHosts: [`127.0.0.1:${open.port}`] }
    site.internet.addName('localhost', ['127.0.0.1'])

    const file = await site.fetch(`http://127.0.0.1:${open.port}/a.flac`, allowed)

    expect(file.sizeBytes).toBe(RECORDING.length)
    expect(await site.codeOf(`http://127.0.0.1:${site.canary.port}/`, allowed)).toBe('linkUnsupported')
    expect(await site.codeOf(`http://127.0.0.1:${open.port}/away`, allowed)).toBe('linkFailed')
    expect(await site.codeOf(`http://localhost:${open.port}/`, allowed)).toBe('linkUnsupported')
    expect(await site.codeOf(`http://[::1]:${open.port}/`, allowed)).toBe('linkUnsupported')
    expect(site.canary.connections()).toBe(0)
    await open.close()
  })
})

async function blockedBy(reason: string): Promise<number> {
  const metric = await registry.getSingleMetric('link_fetch_blocked_total')?.get()
  return metric?.values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}
