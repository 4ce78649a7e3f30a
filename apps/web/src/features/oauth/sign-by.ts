import { type Provider, signByGoogle, signByVk, signByYandex } from '@doslovno/contract/providers.ts'
import type { LoginResult } from '@doslovno/contract/sessions.ts'

import { call } from '#lib/api/current.ts'

import { popupPath } from './provider.ts'

/** The parameters in the fragment that the popup passed on. */
export type Grant = URLSearchParams
export type SignOptions = { isPrivacyApprove: boolean; utmData: string }

/** Signs in with the provider's grant, or registers if the user consented. */
export function signBy(type: Provider, grant: Grant, options: SignOptions): Promise<LoginResult> {
  const accessToken = grant.get('access_token') ?? ''
  if (type === 'google') return call(signByGoogle, { body: { accessToken, ...options } })
  if (type === 'yandex') return call(signByYandex, { body: { accessToken, ...options } })
  return call(signByVk, {
    body: {
      code: grant.get('code') ?? '',
      redirectUrl: location.origin + popupPath('vk'),
      codeVerifier: grant.get('code_verifier') ?? '',
      deviceId: grant.get('device_id') ?? '',
      ...options,
    },
  })
}
