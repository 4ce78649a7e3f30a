import type { Provider, ProviderView } from '@doslovno/contract/account/providers.ts'

import { createBreaker } from '#platform/breakers/breaker.ts'
import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'

import { createAsk, notValid, type Profile, providerFailed } from './ask.ts'
import { askGoogle } from './google.ts'
import { askVk, type VkGrant } from './vk.ts'
import { askYandex } from './yandex.ts'

export type { Profile } from './ask.ts'
export type { VkGrant } from './vk.ts'

/**
 * Sign-in by other services: resolves a token or code to a profile. Throws `providerOff`, `tokenNotValid` for a token
 * that is refused or not ours, `providerFailed` if the provider does not answer properly.
 */
export type Oauth = {
  /** The enabled providers, in the order pages show them. */
  list(): ProviderView[]
  google(accessToken: string, signal?: AbortSignal): Promise<Profile>
  yandex(accessToken: string, signal?: AbortSignal): Promise<Profile>
  /** Spends the code, even on failure. */
  vk(grant: VkGrant, signal?: AbortSignal): Promise<Profile>
}

type Options = { timeoutMs?: number; now?: () => number }

const TIMEOUT_MS = 5000

export function createOauth(providers: Config['providers'], options: Options = {}): Oauth {
  const { timeoutMs = TIMEOUT_MS, now = Date.now } = options
  const ask = createAsk(timeoutMs)
  const breakers = { google: breaker(now), yandex: breaker(now), vk: breaker(now) }
  return {
    list: () => listOf(providers),
    google: async (token, signal) => {
      const google = enabled(providers.google)
      return breakers.google.run(() => askGoogle(ask, google, checkToken(token), signal))
    },
    yandex: async (token, signal) => {
      const yandex = enabled(providers.yandex)
      return breakers.yandex.run(() => askYandex(ask, yandex, checkToken(token), signal))
    },
    vk: async (grant, signal) => {
      const vk = enabled(providers.vk)
      return breakers.vk.run(() => askVk(ask, vk, { ...grant, code: checkToken(grant.code) }, signal))
    },
  }
}

const breaker = (now: () => number) =>
  createBreaker({ now, judge, paused: () => providerFailed('The circuit breaker is open') })

function judge(error: unknown): 'lost' | 'answered' | 'unknown' {
  if (!(error instanceof AppError)) return 'unknown'
  return error.code === 'providerFailed' ? 'lost' : 'answered'
}

function listOf({ google, yandex, vk }: Config['providers']): ProviderView[] {
  const view = (type: Provider, clientId: string, authorizeUrl: string) => ({ type, clientId, authorizeUrl })
  return [
    ...(google ? [view('google', google.clientId, google.authorizeUrl)] : []),
    ...(yandex ? [view('yandex', yandex.clientId, yandex.authorizeUrl)] : []),
    ...(vk ? [view('vk', vk.clientId, `${vk.url}/authorize`)] : []),
  ]
}

function enabled<Settings>(settings: Settings | undefined): Settings {
  if (!settings) throw new AppError('providerOff')
  return settings
}

/** Headers allow only these characters, and providers issue no others. */
function checkToken(token: string): string {
  if (!/^[\x21-\x7e]+$/.test(token)) throw notValid('Not a token')
  return token
}
