import { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

import { AppError } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'
import { rateLimited } from '#platform/telemetry.ts'

import { type AttemptLimits, createAttemptLimits } from './attempt-limits.ts'
import { networkOf } from './network.ts'

const CONNECT_MS = 2000
const ANSWER_MS = 750

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `times` calls per `seconds`, per key. An IPv6 address counts as its /64. */
const rules = {
  addressCalls: { times: 1000, seconds: MINUTE },
  userCalls: { times: 300, seconds: MINUTE },
  /** Programs have limits of their own: they must not slow down the pages of their user. Key: user. */
  keyCalls: { times: 300, seconds: MINUTE },
  keyPolls: { times: 600, seconds: MINUTE },
  /** Typing sends one in a second or two; a held Ctrl+Z sends many. Key: user. */
  edits: { times: 300, seconds: MINUTE },
  /** Those of unchanged drafts are polls: they cost nothing. Key: user. */
  drafts: { times: 300, seconds: MINUTE },
  /** Edits that read thousands of segments. */
  wideEditsByUser: { times: 20, seconds: MINUTE },
  apiKeysByUser: { times: 10, seconds: HOUR },
  /** A long public text is costly to serve. */
  visitorReads: { times: 60, seconds: MINUTE },
  /** Pages of files; over the limit they come without their text. */
  pageReads: { times: 60, seconds: MINUTE },
  /** Images of links; over the limit all look the same. */
  previewReads: { times: 60, seconds: MINUTE },
  /** Forms, most of them corrected: `mailByAddress` counts those that are right. */
  registrationByAddress: { times: 60, seconds: HOUR },
  loginByAddress: { times: 10, seconds: MINUTE },
  /** Failures that raise no alarm. */
  loginFailuresOfEmail: { times: 20, seconds: DAY },
  loginAlarmToAddressee: { times: 1, seconds: DAY },
  /** Key: purpose and e-mail, so that mails of one purpose never use up another's. */
  mailToAddressee: { times: 3, seconds: HOUR },
  mailByAddress: { times: 10, seconds: HOUR },
  linkByAddress: { times: 10, seconds: MINUTE },
  renewBySession: { times: 30, seconds: MINUTE },
  providerByAddress: { times: 20, seconds: MINUTE },
  linksByUser: { times: 10, seconds: HOUR },
  /** Cards are not to be tried out here. */
  paymentsByUser: { times: 30, seconds: HOUR },
  summariesByUser: { times: 20, seconds: HOUR },
  hearAgainByUser: { times: 60, seconds: HOUR },
  /** Of prepared files: the decoding is done by then. */
  cancelsByUser: { times: 5, seconds: HOUR },
  questionsByUser: { times: 30, seconds: DAY },
  /** A search for terms in a long text takes seconds of CPU. */
  termPlacesByUser: { times: 60, seconds: HOUR },
  /** Tests and replays: our servers are no hammer. */
  webhooksByUser: { times: 60, seconds: HOUR },
  promoByUser: { times: 10, seconds: HOUR },
  feedbackByAddress: { times: 5, seconds: HOUR },
  /** Sign-ins by a passkey, and second factors of sign-ins. */
  secondFactorByAddress: { times: 30, seconds: MINUTE },
  /** Wrong codes that raise no alarm. */
  wrongCodesOfUser: { times: 5, seconds: DAY },
  codeAlarmToUser: { times: 1, seconds: DAY },
  /** More need no trace in the history: the page asks at every focus. */
  keyShownToSession: { times: 1, seconds: HOUR },
  /** Mail services unsubscribe many people from few addresses. */
  unsubscribeByAddress: { times: 120, seconds: MINUTE },
  /** Archives of a person's data. */
  exportsByUser: { times: 3, seconds: DAY },
  /** Archives of texts, which take seconds of CPU. */
  zipsByUser: { times: 30, seconds: HOUR },
  legacyByAddress: { times: 10, seconds: MINUTE },
} as const
export type Rule = keyof typeof rules

/** Polls have their own limit: clients would show a refused poll as an outage. */
const POLLS_PER_MINUTE = 1200

/** `times` calls per `seconds` are allowed; `left` of them remain for the next `resetSeconds`. */
export type Quota = { isWithin: boolean; times: number; seconds: number; left: number; resetSeconds: number }

export type RateLimits = AttemptLimits & {
  /** Counts a poll of a user's page; returns whether it was within the limit of this process. */
  isPollWithin(userId: string): boolean
  /** Counts a call; over the limit, throws 429 with the time to wait. */
  spend(rule: Rule, key: string): Promise<void>
  /** Counts a call; returns what is left. */
  count(rule: Rule, key: string): Promise<Quota>
  /** Counts a call; returns whether it was within the limit. */
  isWithin(rule: Rule, key: string): Promise<boolean>
  close(): void
}

type Options = { redisUrl: string | undefined; factor: number; log: Log }

export async function createRateLimits({ redisUrl, factor, log }: Options): Promise<RateLimits> {
  const { create, close } = await createLimiters(redisUrl, log)
  const limiters = Object.fromEntries(
    Object.entries(rules).map(([name, { times, seconds }]) => [name, create(name, times * factor, seconds)]),
  ) as Record<Rule, RateLimiterAbstract> // Object.entries forgets that the names are rules
  const { isWithin: isPollWithin } = createPollFuse(POLLS_PER_MINUTE * factor)
  const take = (rule: Rule, key: string) => limiters[rule].consume(networkOf(key))
  return {
    ...createAttemptLimits({ factor, refuse, createLimiter: create }),
    isPollWithin,
    spend: async (rule, key) => {
      await take(rule, key).catch((reason: unknown) => refuse(rule, reason))
    },
    count: async (rule, key) => {
      const { times, seconds } = rules[rule]
      const limit = { times: times * factor, seconds }
      return take(rule, key).then(
        (taken) => ({ ...limit, isWithin: true, ...remainder(taken) }),
        (reason: unknown) => {
          if (!(reason instanceof RateLimiterRes)) throw reason
          rateLimited.inc({ rule })
          return { ...limit, isWithin: false, ...remainder(reason) }
        },
      )
    },
    isWithin: (rule, key) =>
      take(rule, key).then(
        () => true,
        () => false,
      ),
    close,
  }
}

function remainder({ remainingPoints, msBeforeNext }: RateLimiterRes) {
  return { left: remainingPoints, resetSeconds: Math.ceil(msBeforeNext / 1000) }
}

function refuse(rule: string, reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  rateLimited.inc({ rule })
  throw new AppError('tooManyRequests', { retryAfterSeconds: Math.ceil(reason.msBeforeNext / 1000) })
}

const WINDOW_MS = 60_000

type PollFuse = {
  /** Counts a poll of a user; returns whether it was within the limit. */
  isWithin: (userId: string) => boolean
}

/** Each process counts polls for itself: the limit is a fuse against a broken client, and polls are too many to share. */
function createPollFuse(times: number): PollFuse {
  let counts = new Map<string, number>()
  let endsAt = 0
  return {
    isWithin: (userId) => {
      const now = performance.now()
      if (now >= endsAt) {
        counts = new Map()
        endsAt = now + WINDOW_MS
      }
      const count = (counts.get(userId) ?? 0) + 1
      counts.set(userId, count)
      return count <= times
    },
  }
}

type Limiters = {
  create: (name: string, points: number, seconds: number) => RateLimiterAbstract
  close: () => void
}

/** All processes share counters in Redis; without it, or while it does not answer, each process counts on its own. */
async function createLimiters(redisUrl: string | undefined, log: Log): Promise<Limiters> {
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
