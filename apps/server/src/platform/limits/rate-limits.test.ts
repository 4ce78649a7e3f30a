import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { createLog } from '#platform/log.ts'
import { startOwnRedis } from '#test/own-redis.ts'

import { createRateLimits, type RateLimits } from './rate-limits.ts'

const log = createLog('silent', 'test')
const opened: RateLimits[] = []

async function openLimits(redisUrl?: string): Promise<RateLimits> {
  const created = await createRateLimits({ redisUrl, factor: 1, log })
  opened.push(created)
  return created
}

afterEach(() => opened.splice(0).forEach((created) => created.close()))

async function countAllowed(count: number, rateLimits: RateLimits, key: string): Promise<number> {
  let allowed = 0
  for (let n = 0; n < count; n++) if (await rateLimits.isWithin('mailToAddressee', key)) allowed++
  return allowed
}

describe('a rate limit', () => {
  it('lets calls through until it is used up, then refuses them with the time to wait', async () => {
    const rateLimits = await openLimits()
    const key = randomUUID()

    expect(await countAllowed(3, rateLimits, key)).toBe(3)

    await expect(rateLimits.spend('mailToAddressee', key)).rejects.toMatchObject({
      code: 'tooManyRequests',
      status: 429,
      retryAfterSeconds: expect.any(Number),
    })
    await expect(rateLimits.spend('mailToAddressee', randomUUID())).resolves.toBeUndefined()
  })

  it('counts all IPv6 addresses of a /64 as one key', async () => {
    const rateLimits = await openLimits()

    const allowed = []
    for (let n = 0; n < 5; n++) allowed.push(await rateLimits.isWithin('mailToAddressee', `2001:db8:0:9::${n}`))

    expect(allowed).toEqual([true, true, true, false, false])
    expect(await rateLimits.isWithin('mailToAddressee', '2001:db8:0:a::1')).toBe(true)
  })

  it('is shared by all processes through Redis', async () => {
    const [one, other] = [await openLimits(process.env.REDIS_URL), await openLimits(process.env.REDIS_URL)]

    // On a busy machine an answer may come too late, and then each process counts on its own for a moment.
    await vi.waitFor(async () => {
      const key = randomUUID()
      expect((await countAllowed(2, one, key)) + (await countAllowed(4, other, key))).toBe(3)
    })
  })

  it('begins anew once at most when strangers fill the Redis of compose.yaml again and again', async () => {
    const compose = readFileSync(join(import.meta.dirname, '../../../../../compose.yaml'), 'utf8')
    const policy = /--maxmemory-policy, ([\w-]+)/.exec(compose)?.[1]
    const redis = await startOwnRedis('--maxmemory', '3mb', '--maxmemory-policy', policy ?? '')
    onTestFinished(() => redis.stop())
    const rateLimits = await openLimits(redis.url)
    const stranger = () => rateLimits.isWithin('mailToAddressee', randomUUID())

    let guesses = 0
    for (let round = 0; round < 4; round++) {
      for (let n = 0; n < 40; n++) await Promise.all(Array.from({ length: 500 }, stranger))
      for (let n = 0; n < 8; n++) {
        const guess = rateLimits.attempt('loginFromNetwork', 'anna@example.ru 10.0.0.0')
        guesses += await guess.then(() => 1, () => 0) // prettier-ignore
      }
    }

    expect(guesses).toBeLessThanOrEqual(2 * 5)
  })

  it('still holds within a process that starts while Redis is frozen, and is shared again later', async () => {
    const redis = await startOwnRedis()
    redis.freeze()
    const [one, other] = [await openLimits(redis.url), await openLimits(redis.url)]
    const key = randomUUID()

    expect(await countAllowed(8, one, key)).toBe(3)
    redis.thaw()
    await vi.waitFor(async () => {
      const shared = randomUUID()
      expect((await countAllowed(2, one, shared)) + (await countAllowed(4, other, shared))).toBe(3)
    })
    await redis.stop()
  })

  it('still holds within a process when Redis is down', async () => {
    const rateLimits = await openLimits('redis://127.0.0.1:1')
    const key = randomUUID()

    expect(await countAllowed(8, rateLimits, key)).toBe(3)
  })
})

describe('attempts', () => {
  async function waits(rateLimits: RateLimits, key: string): Promise<number> {
    return rateLimits.attempt('loginFromNetwork', key).then(
      () => 0,
      ({ retryAfterSeconds }: { retryAfterSeconds: number }) => retryAfterSeconds,
    )
  }

  it.each([['in memory', undefined] as const, ['in Redis', process.env.REDIS_URL] as const])(
    'wait after the free ones, and start anew when forgiven, counted %s',
    async (_where, redisUrl) => {
      const rateLimits = await openLimits(redisUrl)
      const key = randomUUID()

      const seen = []
      for (let n = 0; n < 7; n++) seen.push(await waits(rateLimits, key))
      await rateLimits.forgive('loginFromNetwork', key)

      expect(seen.slice(0, 5)).toEqual([0, 0, 0, 0, 0])
      for (const seconds of seen.slice(5)) expect(seconds).toBeGreaterThan(800)
      expect(await waits(rateLimits, key)).toBe(0)
    },
  )

  it('pass one at a time when many arrive at once', async () => {
    const rateLimits = await openLimits(process.env.REDIS_URL)
    const key = randomUUID()

    const seen = await Promise.all(Array.from({ length: 40 }, () => waits(rateLimits, key)))

    expect(seen.filter((seconds) => seconds === 0)).toHaveLength(5)
  })

  it('wait longer each time, up to an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const rateLimits = await openLimits()
    const key = randomUUID()
    for (let n = 0; n < 5; n++) await waits(rateLimits, key)

    const seen = []
    for (let n = 0; n < 4; n++) {
      const seconds = await waits(rateLimits, key)
      seen.push(seconds)
      vi.setSystemTime(Date.now() + seconds * 1000 + 1)
      await waits(rateLimits, key)
    }
    vi.useRealTimers()

    expect(seen).toEqual([900, 1800, 3600, 3600])
  })
})
