import { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'

import type { Log } from '#platform/log.ts'

export type Limiters = {
  create: (name: string, points: number, seconds: number) => RateLimiterAbstract
  close: () => void
}

const CONNECT_MS = 2000
const ANSWER_MS = 750

/** All processes share counters in Redis; without it, or while it does not answer, each process counts on its own. */
export async function createLimiters(redisUrl: string | undefined, log: Log): Promise<Limiters> {
  const redis = redisUrl ? await connect(redisUrl, log) : undefined
  return {
    create: (name, points, duration) => {
      const inMemory = new RateLimiterMemory({ keyPrefix: name, points, duration })
      if (!redis) return inMemory
      const shared = { storeClient: redis, keyPrefix: `limit:${name}`, points, duration }
      return new RateLimiterRedis({ ...shared, insuranceLimiter: inMemory })
    },
    close: () => redis?.disconnect(),
  }
}

/**
 * Reconnects in the background; no call waits for a Redis that is down. One that is frozen loses its connection with the
 * first unanswered command and, failing the ready check, gets none back: only the calls of that moment wait for it.
 */
async function connect(url: string, log: Log): Promise<Redis> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    commandTimeout: ANSWER_MS,
    socketTimeout: ANSWER_MS,
    autoResendUnfulfilledCommands: false,
  })
  redis.on('error', (error) => log.warn({ err: error }, 'Redis is down, rate limits are counted per process'))
  await redis.connect().catch(() => undefined) // logged by the handler above
  return redis
}
