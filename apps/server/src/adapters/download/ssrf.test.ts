import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { registry } from '#platform/telemetry.ts'

import { failureOf, type Ground, openGround, RECORDING, redirectTo } from './test-ground.ts'
import { PUBLIC, serve } from './test-internet.ts'

let ground: Ground

beforeAll(async () => {
  ground = await openGround()
})
beforeEach(() => ground.reset())
afterAll(() => ground.close())

describe('nothing of ours is reached', () => {
  it.each([
    '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '0', '0.0.0.0',
    '127.0.0.1.', '１２７.0.0.1', '[::1]', '[::]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::127.0.0.1]',
    '[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1]', '169.254.169.254', '168.63.129.16', '10.0.0.1',
  ])('by the spelling %s', async (host) => {
    expect(await ground.codeOf(`http://${host}:${ground.canary.port}/`)).toBe('linkUnsupported')
    expect(ground.canary.connections()).toBe(0)
    expect(ground.internet.lookups).toEqual([])
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
  ])('by what is no plain link to a place for links: %s', async (link) => {
    expect(await ground.codeOf(link)).toBe('linkUnsupported')
    expect(ground.asked).toEqual([])
    expect(ground.internet.lookups).toEqual([])
  })

  it('by a name, whose failure tells it from a missing one by nothing', async () => {
    ground.internet.name('localhost', ['127.0.0.1'])
    ground.internet.name('metadata.example', ['169.254.169.254'])
    ground.internet.name('half.example', [PUBLIC, '10.0.0.1'])
    ground.internet.name('mapped.example', ['::ffff:127.0.0.1'])

    const failures = await Promise.all(
      ['localhost', 'metadata.example', 'half.example', 'mapped.example', 'missing.example'].map((host) =>
        failureOf(ground.fetch(`http://${host}:${ground.canary.port}/`)),
      ),
    )

    for (const failure of failures)
      expect(failure).toMatchObject({ code: 'linkFailed', message: 'Link cannot be downloaded' })
    expect(ground.canary.connections()).toBe(0)
  })

  it('by a name that is public when it is asked for and private a moment later', async () => {
    ground.internet.name('rebind.example', [PUBLIC], ['127.0.0.1'])
    ground.internet.lead(PUBLIC, ground.canary.port, ground.site.port)

    const file = await ground.fetch(`http://rebind.example:${ground.canary.port}/a.flac`)

    expect(file.sizeBytes).toBe(RECORDING.length)
    expect(ground.internet.lookups).toEqual(['rebind.example'])
    expect(await ground.codeOf(`http://rebind.example:${ground.canary.port}/a.flac`)).toBe('linkFailed')
    expect(ground.canary.connections()).toBe(0)
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
  ])('by a redirect to %s', async (place) => {
    ground.internet.name('inside.example', ['127.0.0.1'])
    ground.answer = redirectTo(place.replace('PORT', String(ground.canary.port)))

    expect(await ground.codeOf('http://files.example/')).toBe('linkFailed')
    expect(ground.asked).toHaveLength(1)
    expect(ground.canary.connections()).toBe(0)
  })

  it('by more than five redirects; five are followed', async () => {
    ground.answer = (request, response) => {
      const left = Number(request.url?.split('left=')[1])
      if (left === 0) response.end(RECORDING)
      else redirectTo(`/a.flac?left=${left - 1}`)(request, response)
    }

    expect((await ground.fetch('http://files.example/?left=5')).fileName).toBe('a.flac')
    expect(await ground.codeOf('http://files.example/?left=6')).toBe('linkFailed')
  })

  it('by a redirect from https to http; the way up is open', async () => {
    ground.answer = (request, response) => {
      if (request.url === '/down') redirectTo('http://files.example/a.flac')(request, response)
      else if (request.url === '/up') redirectTo('https://files.example/a.flac')(request, response)
      else response.end(RECORDING)
    }

    expect(await ground.codeOf('https://files.example/down')).toBe('linkFailed')
    expect((await ground.fetch('http://files.example/up')).fileName).toBe('a.flac')
  })

  it('and what was refused is counted by its reason', async () => {
    const before = await blockedBy('address')

    await ground.codeOf('http://127.0.0.1/')

    expect(await blockedBy('address')).toBe(before + 1)
  })
})

describe('the switch of tests', () => {
  it('opens one pair of host and port on loopback, and leaves all else shut', async () => {
    const open = await serve((request, response) =>
      request.url === '/away'
        ? redirectTo(`http://127.0.0.1:${ground.canary.port}/`)(request, response)
        : response.end(RECORDING),
    )
    const allowed = { allowedPrivateHosts: [`127.0.0.1:${open.port}`] }
    ground.internet.name('localhost', ['127.0.0.1'])

    const file = await ground.fetch(`http://127.0.0.1:${open.port}/a.flac`, allowed)

    expect(file.sizeBytes).toBe(RECORDING.length)
    expect(await ground.codeOf(`http://127.0.0.1:${ground.canary.port}/`, allowed)).toBe('linkUnsupported')
    expect(await ground.codeOf(`http://127.0.0.1:${open.port}/away`, allowed)).toBe('linkFailed')
    expect(await ground.codeOf(`http://localhost:${open.port}/`, allowed)).toBe('linkUnsupported')
    expect(await ground.codeOf(`http://[::1]:${open.port}/`, allowed)).toBe('linkUnsupported')
    expect(ground.canary.connections()).toBe(0)
    await open.close()
  })
})

async function blockedBy(reason: string): Promise<number> {
  const metric = await registry.getSingleMetric('link_fetch_blocked_total')?.get()
  return metric?.values.find(({ labels }) => labels.reason === reason)?.value ?? 0
}
