import type { RateLimiterAbstract } from 'rate-limiter-flexible'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `free` attempts a day need no pause; the last of them and every further one is followed by a longer pause. */
const rules = {
  /** Key: e-mail and network. */
  loginFromNetwork: { free: 5, pauses: [15 * MINUTE, 30 * MINUTE, HOUR] },
  /** Key: e-mail. For networks from which nobody has signed in to the account yet. */
  loginFromStrangers: { free: 50, pauses: [1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * MINUTE) },
  /** Codes and passwords typed to prove a second factor. Key: user, and the network if they have signed in from it. */
  secondFactor: { free: 10, pauses: [15 * MINUTE, 30 * MINUTE, HOUR] },
} as const
export type AttemptRule = keyof typeof rules

export type AttemptLimits = {
  /** Counts an attempt; during a pause, throws 429 with the time to wait and does not count. */
  attempt(rule: AttemptRule, key: string): Promise<void>
  /** Forgets all attempts, after one that succeeded. */
  forgive(rule: AttemptRule, key: string): Promise<void>
}

type Deps = {
  factor: number
  createLimiter: (name: string, points: number, seconds: number) => RateLimiterAbstract
  refuse: (rule: AttemptRule, reason: unknown) => never
}

/** Slows guessing down without ever locking an account: the longest pause is an hour. */
export function createAttemptLimits({ factor, createLimiter, refuse }: Deps): AttemptLimits {
  const counterOf = (rule: AttemptRule) => ({
    counts: createLimiter(rule, 1, DAY),
    pauses: createLimiter(`${rule}Pause`, 1, HOUR),
  })
  const counters = {
    loginFromNetwork: counterOf('loginFromNetwork'),
    loginFromStrangers: counterOf('loginFromStrangers'),
    secondFactor: counterOf('secondFactor'),
  }
  return {
    // Counts before the password is checked, so that concurrent attempts cannot pass together.
    attempt: async (rule, key) => {
      const { counts, pauses } = counters[rule]
      const { consumedPoints } = await counts.penalty(key)
      const seconds = pauseAfter(rules[rule], consumedPoints, factor)
      if (seconds === 0) return
      try {
        await pauses.consume(key, 1, { customDuration: seconds })
      } catch (reason) {
        await counts.reward(key)
        refuse(rule, reason)
      }
    },
    forgive: async (rule, key) => {
      const { counts, pauses } = counters[rule]
      await Promise.all([counts.delete(key), pauses.delete(key)])
    },
  }
}

function pauseAfter({ free, pauses }: (typeof rules)[AttemptRule], count: number, factor: number): number {
  const late = count - free * factor
  return late < 0 ? 0 : (pauses[Math.min(Math.floor(late), pauses.length - 1)] ?? 0)
}
