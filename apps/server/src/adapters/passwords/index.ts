import { availableParallelism } from 'node:os'

import { hash, hashRaw, verify } from '@node-rs/argon2'

import { AppError } from '#platform/errors.ts'
import { Slots } from '#platform/limits/slots.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /** An unknown account (no hash) takes as long as a wrong password, so that timing reveals neither. */
  isRight(password: string, hash: string | null): Promise<boolean>
  /** The same for the same input: for short secrets that are found by their hash. */
  digest(secret: string, salt: Buffer): Promise<Buffer>
  /** Whether a stored hash was made with other parameters than new ones. */
  isOutdated(hash: string): boolean
}

/** OWASP ASVS 5, appendix C. */
export const argon2id = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }
const QUEUE_LENGTH = 100

/**
 * Hashing is the cost of a sign-in: run two per core, queue 100 and refuse the rest instead of making them wait. Only
 * tests pass a cost of their own.
 */
export function createPasswords(cost = argon2id): Passwords {
  const prefix = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`
  const slots = new Slots(2 * availableParallelism(), QUEUE_LENGTH)
  const queued = async <T>(work: () => Promise<T>): Promise<T> => {
    const done = await slots.use(async () => ({ result: await work() }))
    if (!done) throw new AppError('tooManyRequests', { retryAfterSeconds: 5 })
    return done.result
  }
  let placeholder: Promise<string> | undefined
  return {
    hash: (password) => queued(() => hash(password, cost)),
    isRight: (password, stored) =>
      queued(async () => {
        placeholder ??= hash('nobody has this password', cost)
        const isRight = await verify(stored ?? (await placeholder), password)
        return stored !== null && isRight
      }),
    digest: (secret, salt) => queued(() => hashRaw(secret, { ...cost, salt })),
    isOutdated: (stored) => !stored.startsWith(prefix),
  }
}
