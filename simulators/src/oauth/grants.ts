import { randomBytes } from 'node:crypto'

import type { Provider } from './clients.ts'
import type { Person } from './people.ts'

/** A person's consent to an app. */
export type Grant = { provider: Provider; clientId: string; person: Person; scope: string }
/** A code is bound to the device, the redirect address and the verifier of its request. */
export type CodeGrant = Grant & { redirectUri: string; challenge: string; deviceId: string }

export type Grants = {
  issueToken(grant: Grant): string
  /** The grant behind a token and its remaining life; as with the real providers, any app may present it. */
  findToken(provider: Provider, token: string): (Grant & { secondsLeft: number }) | undefined
  issueCode(grant: CodeGrant): string
  /** Spends a code by its first use, even a wrong one. */
  takeCode(code: string): CodeGrant | undefined
}

export const tokenSeconds: Record<Provider, number> = { google: 3599, yandex: 31_536_000, vk: 3600 }
export const CODE_SECONDS = 600

const prefixes: Record<Provider, string> = { google: 'ya29.', yandex: 'y0_', vk: 'vk2.a.' }

export function createGrants(now: () => number): Grants {
  const tokens = createShelf<Grant>(now)
  const codes = createShelf<CodeGrant>(now)
  return {
    issueToken: (grant) => tokens.put(newToken(prefixes[grant.provider]), grant, tokenSeconds[grant.provider]),
    findToken: (provider, token) => {
      const found = tokens.find(token)
      return found?.value.provider === provider ? { ...found.value, secondsLeft: found.secondsLeft } : undefined
    },
    issueCode: (grant) => codes.put(newToken(prefixes.vk), grant, CODE_SECONDS),
    takeCode: (code) => {
      const found = codes.find(code)
      codes.drop(code)
      return found?.value
    },
  }
}

export const newToken = (prefix = '') => `${prefix}${randomBytes(32).toString('base64url')}`

function createShelf<Value>(now: () => number) {
  const items = new Map<string, { value: Value; expiresAt: number }>()
  return {
    put: (key: string, value: Value, seconds: number) => {
      for (const [old, { expiresAt }] of items) if (expiresAt <= now()) items.delete(old)
      items.set(key, { value, expiresAt: now() + seconds * 1000 })
      return key
    },
    find: (key: string) => {
      const item = items.get(key)
      const secondsLeft = item ? Math.floor((item.expiresAt - now()) / 1000) : 0
      return item && secondsLeft > 0 ? { value: item.value, secondsLeft } : undefined
    },
    drop: (key: string) => items.delete(key),
  }
}
