import { availableParallelism } from 'node:os'

import { hash, verify } from '@node-rs/argon2'

import { AppError } from '#platform/errors.ts'

import { Slots } from './slots.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /** An unknown account (no hash) costs the same time as a wrong password, so that neither can be told apart. */
  isRight(password: string, hash: string | null): Promise<boolean>
}

/** OWASP ASVS 5, appendix C. */
export const argon2id = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }
const LINE = 100

/** Hashing is what signing in costs: so many at once as there are cores to do it, and nobody waits for minutes. */
export function createPasswords(): Passwords {
  const slots = new Slots(2 * availableParallelism(), LINE)
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const done = await slots.use(async () => ({ result: await work() }))
    if (!done) throw new AppError('tooManyRequests', { retryAfterSeconds: 5 })
    return done.result
  }
  let nobody: Promise<string> | undefined
  return {
    hash: (password) => inTurn(() => hash(password, argon2id)),
    isRight: (password, stored) =>
      inTurn(async () => {
        nobody ??= hash('nobody has this password', argon2id)
        const isRight = await verify(stored ?? (await nobody), password)
        return stored !== null && isRight
      }),
  }
}
