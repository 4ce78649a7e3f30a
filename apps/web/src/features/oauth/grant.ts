import type { Provider, ProviderGrant } from '@doslovno/contract/account/providers.ts'

import { popupPath } from './provider.ts'

/** The provider's grant in the form of the server. */
export function grantOf(provider: Provider, given: URLSearchParams): ProviderGrant {
  if (provider === 'vk') return { provider, ...vkGrantOf(given) }
  return { provider, accessToken: given.get('access_token') ?? '' }
}

export function vkGrantOf(given: URLSearchParams) {
  return {
    code: given.get('code') ?? '',
    redirectUrl: location.origin + popupPath('vk'),
    codeVerifier: given.get('code_verifier') ?? '',
    deviceId: given.get('device_id') ?? '',
  }
}
