import type { Provider, TokenPair } from '@doslovno/contract/accounts.ts'
import { oauthTexts } from '@doslovno/texts/oauth.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'

import { arrivalOf } from '#features/auth/arrival.ts'
import { AuthLayout } from '#features/auth/auth-layout.tsx'
import { Consent } from '#features/auth/consent.tsx'
import { OutcomeSign } from '#features/auth/outcome.tsx'
import { isProvider } from '#features/oauth/provider.ts'
import { useProviderLogin } from '#features/oauth/use-provider-login.ts'
import { session } from '#lib/session/current.ts'

import layout from '#features/auth/auth-layout.module.css'

/** Where a sign-in by another service ends: in the account, or with a question first. */
export function OauthLoginPage() {
  const { type } = useParams({ from: '/oauth-login/$type' })
  // The route shows «not found» for any other.
  return isProvider(type) ? <ProviderLogin type={type} /> : null
}

function ProviderLogin({ type }: { type: Provider }) {
  const navigate = useNavigate()
  const onSigned = async (tokens: TokenPair) => {
    const href = homeOf(location.search)
    await session.enter(tokens)
    await navigate({ href, replace: true })
  }
  const { step, approve } = useProviderLogin(type, { utmData: arrivalOf(location.search).utmData, onSigned })
  if (step.name === 'consent') return <ConsentStep isPending={step.isPending} onApprove={approve} />
  if (step.name === 'working') {
    return (
      <AuthLayout title={oauthTexts.working(type)} sign={<OutcomeSign outcome="waiting" />}>
        {null}
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={step.text} sign={<OutcomeSign outcome="failed" />}>
      <Button component={Link} to="/auth/login" search={true} replace size="md" variant="default">
        {oauthTexts.back}
      </Button>
    </AuthLayout>
  )
}

/** Home with the query; the sign-in page knows the way for somebody who was going elsewhere. */
function homeOf(search: string): string {
  return (new URLSearchParams(search).has('next') ? '/auth/login' : '/') + search
}

function ConsentStep({ isPending, onApprove }: { isPending: boolean; onApprove: () => void }) {
  const [isGiven, setIsGiven] = useState(false)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isGiven && !isPending) onApprove()
  }
  const texts = oauthTexts.consent
  return (
    <AuthLayout title={texts.title}>
      <p className={layout.lead}>{texts.text}</p>
      <form className={layout.form} onSubmit={submit}>
        <Consent isGiven={isGiven} onChange={setIsGiven} />
        <Button type="submit" size="md" fullWidth disabled={!isGiven} loading={isPending}>
          {texts.submit}
        </Button>
      </form>
    </AuthLayout>
  )
}
