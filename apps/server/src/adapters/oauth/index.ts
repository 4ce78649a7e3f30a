import type { Provider, ProviderView } from '@doslovno/contract/accounts.ts'

import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'

import { createAsk } from './ask.ts'
import { createBreaker } from './breaker.ts'
import { askGoogle } from './google.ts'
import type { Profile } from './profile.ts'
import { notValid } from './refusals.ts'
import { askVk, type VkGrant } from './vk.ts'
import { askYandex } from './yandex.ts'

export type { Profile } from './profile.ts'
export type { VkGrant } from './vk.ts'

/**
 * Sign-in by other services: who brought this token or code? Throws `providerOff`, `tokenNotValid` for what is
 * refused or not ours, `providerFailed` when the provider cannot be asked; nobody is let in on a doubt.
 */
export type Oauth = {
  /** The providers that are switched on, in the order pages show them. */
  list(): ProviderView[]
  google(accessToken: string, signal?: AbortSignal): Promise<Profile>
  yandex(accessToken: string, signal?: AbortSignal): Promise<Profile>
  /** Spends the code, whatever comes of it. */
  vk(grant: VkGrant, signal?: AbortSignal): Promise<Profile>
}

type Options = { timeoutMs?: number; now?: () => number }

const TIMEOUT_MS = 5000

export function createOauth(providers: Config['providers'], options: Options = {}): Oauth {
  const { timeoutMs = TIMEOUT_MS, now = Date.now } = options
  const ask = createAsk(timeoutMs)
  const breakers = { google: createBreaker(now), yandex: createBreaker(now), vk: createBreaker(now) }
  return {
    list: () => listOf(providers),
    google: async (token, signal) => {
      const google = switchedOn(providers.google)
      return breakers.google(() => askGoogle(ask, google, sendable(token), signal))
    },
    yandex: async (token, signal) => {
      const yandex = switchedOn(providers.yandex)
      return breakers.yandex(() => askYandex(ask, yandex, sendable(token), signal))
    },
    vk: async (grant, signal) => {
      const vk = switchedOn(providers.vk)
      return breakers.vk(() => askVk(ask, vk, { ...grant, code: sendable(grant.code) }, signal))
    },
  }
}

function listOf({ google, yandex, vk }: Config['providers']): ProviderView[] {
  const view = (type: Provider, clientId: string, authorizeUrl: string) => ({ type, clientId, authorizeUrl })
  return [
    ...(google ? [view('google', google.clientId, google.authorizeUrl)] : []),
    ...(yandex ? [view('yandex', yandex.clientId, yandex.authorizeUrl)] : []),
    ...(vk ? [view('vk', vk.clientId, `${vk.url}/authorize`)] : []),
  ]
}

function switchedOn<Settings>(settings: Settings | undefined): Settings {
  if (!settings) throw new AppError('providerOff')
  return settings
}

/** A header takes no other characters, and no provider makes tokens of them. */
function sendable(token: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) throw notValid('Not a token')
  return token
}
