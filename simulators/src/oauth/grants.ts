import { randomBytes } from 'node:crypto'

import * as z from 'zod'

/** A person who signs in. All three providers identify people by a number. */
export const Person = z.object({
  id: z.string().regex(/^[1-9]\d{0,14}$/, 'The id is a number of up to 15 digits'),
  name: z.string().trim().min(1, 'The name is missing').max(200),
  surname: z.string().trim().max(200).default(''),
  email: z.nullable(z.email('The e-mail is not an address')).default(null),
  isEmailVerified: z.boolean().default(true),
})

/** A new person, one whose e-mail has a seeded account, one without an e-mail. */
export const presets: readonly Person[] = [
  { id: '1001', name: 'Maria', surname: 'Orlova', email: 'maria@example.ru', isEmailVerified: true },
  { id: '1002', name: 'Anna', surname: 'Kovaleva', email: 'anna@example.ru', isEmailVerified: true },
  { id: '1003', name: 'Oleg', surname: 'Sokolov', email: null, isEmailVerified: false },
]

export const providers = ['google', 'yandex', 'vk'] as const

// The web app's port differs between development and tests.
const local = (path: string) => new RegExp(`^http://(127\\.0\\.0\\.1|localhost)(:\\d{1,5})?${path}$`)

const clients: readonly Client[] = [
  { id: 'doslovno-google', provider: 'google', title: 'Doslovno', redirect: local('/oauth/google') },
  { id: 'doslovno-yandex', provider: 'yandex', title: 'Doslovno', redirect: local('/oauth/yandex') },
  { id: '53000001', provider: 'vk', title: 'Doslovno', redirect: local('/oauth/vk') },
]

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

export type Provider = (typeof providers)[number]

/** An app registered with a provider, and the redirect addresses it may use. */
export type Client = { id: string; provider: Provider; title: string; redirect: RegExp }

export function findClient(provider: Provider, id: string | null): Client | undefined {
  return clients.find((client) => client.provider === provider && client.id === id)
}

export type Person = z.infer<typeof Person>

/** Reads the person chosen on the consent page: a preset or a typed one. */
export function readPerson(form: URLSearchParams) {
  const preset = presets.find(({ id }) => id === form.get('person'))
  return Person.safeParse(
    preset ?? {
      id: form.get('id')?.trim() ?? '',
      name: form.get('name') ?? '',
      surname: form.get('surname') ?? '',
      email: form.get('email')?.trim() || null,
      isEmailVerified: form.has('verified'),
    },
  )
}
