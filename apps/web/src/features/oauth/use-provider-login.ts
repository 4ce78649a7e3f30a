import { type Provider, signByGoogle, signByVk, signByYandex } from '@doslovno/contract/account/providers.ts'
import type { LoginResult, TokenPair } from '@doslovno/contract/account/sessions.ts'
import { isTaken, oauthTexts, providerFailure } from '@doslovno/texts/account/oauth.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { call } from '#lib/api/current.ts'
import { ApiError, codeOf } from '#lib/http/api-error.ts'
import { tokensOf } from '#lib/session/token-storage.ts'

import { vkGrantOf } from './grant.ts'
import { takeExpected } from './tab-memory.ts'

export type LoginStep =
  | { name: 'working' }
  | { name: 'consent'; isPending: boolean }
  | { name: 'secondFactor'; asked: NonNullable<LoginResult['secondFactor']> }
  | { name: 'failed'; text: string; advice?: string | undefined }

type Options = { utmData: string; onSigned: (tokens: TokenPair) => Promise<void> }

/** Signs in with the grant from the popup; a new user is asked for consent and then registered. */
export function useProviderLogin(type: Provider, { utmData, onSigned }: Options) {
  const [step, setStep] = useState<LoginStep>({ name: 'working' })
  const grant = useRef<Grant>(undefined)
  const hasBegun = useRef(false)

  const attempt = async (isPrivacyApprove: boolean) => {
    if (!grant.current) return setStep({ name: 'failed', text: oauthTexts.failed })
    try {
      const result = await signBy(type, grant.current, { isPrivacyApprove, utmData })
      if (result.needToPrivacyApprove) return setStep({ name: 'consent', isPending: false })
      if (result.secondFactor) return setStep({ name: 'secondFactor', asked: result.secondFactor })
      await onSigned(tokensOf(result))
    } catch (error) {
      setStep({ name: 'failed', ...failureOf(type, error) })
    }
  }
  const begin = useEffectEvent(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    grant.current = takeGrant(type)
    void attempt(false)
  })
  useEffect(() => begin(), [])

  const approve = () => {
    setStep({ name: 'consent', isPending: true })
    void attempt(true)
  }
  return { step, approve }
}

/** Removes the grant from the address at once; it counts only if our popup sent it. */
function takeGrant(type: Provider): Grant | undefined {
  const { hash, pathname, search } = location
  history.replaceState(history.state, '', pathname + search)
  const isExpected = takeExpected(sessionStorage, type)
  return isExpected && hash.length > 1 ? new URLSearchParams(hash.slice(1)) : undefined
}

function failureOf(type: Provider, error: unknown) {
  const [status, code] = [error instanceof ApiError ? error.status : 0, codeOf(error)]
  return { text: providerFailure(status, code), advice: isTaken(status, code) ? oauthTexts.taken(type) : undefined }
}

/** The parameters in the fragment that the popup passed on. */
type Grant = URLSearchParams
type SignOptions = { isPrivacyApprove: boolean; utmData: string }

/** Signs in with the provider's grant, or registers if the user consented. */
function signBy(type: Provider, grant: Grant, options: SignOptions): Promise<LoginResult> {
  const accessToken = grant.get('access_token') ?? ''
  if (type === 'google') return call(signByGoogle, { body: { accessToken, ...options } })
  if (type === 'yandex') return call(signByYandex, { body: { accessToken, ...options } })
  return call(signByVk, { body: { ...vkGrantOf(grant), ...options } })
}
