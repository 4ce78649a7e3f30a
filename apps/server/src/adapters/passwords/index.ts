import { hash, verify } from '@node-rs/argon2'

export type Passwords = {
  hash(password: string): Promise<string>
  /** An unknown account (no hash) costs the same time as a wrong password, so that neither can be told apart. */
  isRight(password: string, hash: string | null): Promise<boolean>
}

/** OWASP ASVS 5, appendix C. */
const argon2id = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

export function createPasswords(): Passwords {
  let nobody: Promise<string> | undefined
  return {
    hash: (password) => hash(password, argon2id),
    isRight: async (password, stored) => {
      nobody ??= hash('nobody has this password', argon2id)
      const isRight = await verify(stored ?? (await nobody), password)
      return stored !== null && isRight
    },
  }
}
