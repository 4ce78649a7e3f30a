import { randomUUID } from 'node:crypto'

import { afterEach, describe, expect, it } from 'vitest'

import { createLimits, type Limits } from './limits.ts'
import { createLog } from './log.ts'

const log = createLog('silent', 'test')
const opened: Limits[] = []

async function limits(redisUrl?: string): Promise<Limits> {
  const created = await createLimits({ redisUrl, factor: 1, log })
  opened.push(created)
  return created
}

afterEach(() => opened.splice(0).forEach((created) => created.close()))

async function times(count: number, limit: Limits, key: string): Promise<number> {
  let within = 0
  for (let n = 0; n < count; n++) if (await limit.isWithin('loginFailures', key)) within++
  return within
}

describe('a limit', () => {
  it('lets through what it allows, then refuses with the time to wait', async () => {
    const limit = await limits()
    const key = randomUUID()

    expect(await times(5, limit, key)).toBe(5)

    await expect(limit.spend('loginFailures', key)).rejects.toMatchObject({
      code: 'tooManyRequests',
      status: 429,
      retryAfterSeconds: expect.any(Number),
    })
    await expect(limit.check('loginFailures', key)).rejects.toMatchObject({ code: 'tooManyRequests' })
    await expect(limit.check('loginFailures', randomUUID())).resolves.toBeUndefined()
  })

  it('is counted by all processes together in Redis', async () => {
    const key = randomUUID()
    const [one, other] = [await limits(process.env.REDIS_URL), await limits(process.env.REDIS_URL)]

    const within = (await times(3, one, key)) + (await times(4, other, key))

    expect(within).toBe(5)
  })

  it('still holds in this process when Redis is gone', async () => {
    const limit = await limits('redis://127.0.0.1:1')
    const key = randomUUID()

    expect(await times(8, limit, key)).toBe(5)
  })
})
