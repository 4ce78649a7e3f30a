import { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

import { AppError } from './errors.ts'
import type { Log } from './log.ts'
import { rateLimited } from './telemetry.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How often what may be done: so many times in so many seconds, by what the key names. */
const rules = {
  addressCalls: { times: 1000, seconds: MINUTE },
  userCalls: { times: 300, seconds: MINUTE },
  /** Polls have a limit of their own: a refused one would show that the service is down. */
  userPolls: { times: 1200, seconds: MINUTE },
  loginByAddress: { times: 10, seconds: MINUTE },
  loginFailures: { times: 5, seconds: 15 * MINUTE },
  loginFailuresOfEmail: { times: 50, seconds: DAY },
  mailToAddressee: { times: 3, seconds: HOUR },
  mailByAddress: { times: 10, seconds: HOUR },
  linkByAddress: { times: 10, seconds: MINUTE },
  renewBySession: { times: 30, seconds: MINUTE },
  providerByAddress: { times: 20, seconds: MINUTE },
  linksByUser: { times: 10, seconds: HOUR },
  legacyByAddress: { times: 10, seconds: MINUTE },
} as const
export type Rule = keyof typeof rules

export type Limits = {
  /** Counts once; over the limit it is refused with 429 and the time to wait. */
  spend(rule: Rule, key: string): Promise<void>
  /** Counts once and tells whether it was still within the limit. */
  isWithin(rule: Rule, key: string): Promise<boolean>
  /** Refuses when the limit is used up, and counts nothing. */
  check(rule: Rule, key: string): Promise<void>
  close(): void
}

type Options = { redisUrl: string | undefined; factor: number; log: Log }

/** Counted together in Redis when there is one; in this process alone when there is none or it is gone. */
export async function createLimits({ redisUrl, factor, log }: Options): Promise<Limits> {
  const redis = redisUrl ? await connect(redisUrl, log) : undefined
  const limiters = new Map(
    Object.entries(rules).map(([name, { times, seconds }]) => [name, limiterOf(name, times * factor, seconds, redis)]),
  )
  const take = (rule: Rule, key: string) => limiters.get(rule)?.consume(key)
  return {
    spend: async (rule, key) => {
      await Promise.resolve(take(rule, key)).catch((reason: unknown) => refuse(rule, reason))
    },
    isWithin: (rule, key) =>
      Promise.resolve(take(rule, key)).then(
        () => true,
        () => false,
      ),
    check: async (rule, key) => {
      const limiter = limiters.get(rule)
      const counted = await limiter?.get(key)
      if (limiter && counted && counted.consumedPoints >= limiter.points) refuse(rule, counted)
    },
    close: () => redis?.disconnect(),
  }
}

/** A Redis that is not there now may come later; until then nobody waits for it. */
async function connect(url: string, log: Log): Promise<Redis> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    lazyConnect: true,
    connectTimeout: 2000,
  })
  redis.on('error', (error) => log.warn({ err: error }, 'limits are counted in this process alone'))
  await redis.connect().catch(() => undefined) // told by the event already
  return redis
}

function limiterOf(keyPrefix: string, points: number, duration: number, redis: Redis | undefined): RateLimiterAbstract {
  const inMemory = new RateLimiterMemory({ keyPrefix, points, duration })
  if (!redis) return inMemory
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `limit:${keyPrefix}`,
    points,
    duration,
    insuranceLimiter: inMemory,
  })
}

function refuse(rule: Rule, reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  rateLimited.inc({ rule })
  throw new AppError('tooManyRequests', { retryAfterSeconds: Math.ceil(reason.msBeforeNext / 1000) })
}
