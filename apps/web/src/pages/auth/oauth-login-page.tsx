import type { Provider } from '@doslovno/contract/account/providers.ts'
import type { TokenPair } from '@doslovno/contract/account/sessions.ts'
import { oauthTexts } from '@doslovno/texts/account/oauth.ts'
import { secondStepTexts } from '@doslovno/texts/account/second-factors.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type SubmitEvent, useState } from 'react'

import { arrivalOf, authClasses, AuthLayout, Consent, OutcomeSign, SecondFactorStep } from '#features/auth/index.ts'
import { isProvider, useProviderLogin } from '#features/oauth/index.ts'
import { session } from '#lib/session/current.ts'

/** The end of a provider's sign-in: signs in, or asks for consent first. */
export function OauthLoginPage() {
  const { type } = useParams({ from: '/oauth-login/$type' })
  // Other types are «not found» in the route.
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
  if (step.name === 'secondFactor') {
    const back = () => void navigate({ to: '/auth/login', search: true, replace: true })
    return (
      <AuthLayout title={secondStepTexts.title}>
        <SecondFactorStep asked={step.asked} onSigned={onSigned} onBack={back} />
      </AuthLayout>
    )
  }
  if (step.name === 'working') {
    return (
      <AuthLayout title={oauthTexts.working(type)} sign={<OutcomeSign outcome="waiting" />}>
        {null}
      </AuthLayout>
    )
  }
  return (
    <AuthLayout title={step.text} sign={<OutcomeSign outcome="failed" />}>
      {step.advice && <p className={authClasses.lead}>{step.advice}</p>}
      <Button component={Link} to="/auth/login" search={true} replace size="md" variant="default">
        {oauthTexts.back}
      </Button>
    </AuthLayout>
  )
}

/** Home with the query; a visit with `next` goes through the sign-in page, which knows the way. */
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
      <p className={authClasses.lead}>{texts.text}</p>
      <form className={authClasses.form} onSubmit={submit}>
        <Consent isGiven={isGiven} onChange={setIsGiven} />
        <Button type="submit" size="md" fullWidth disabled={!isGiven} loading={isPending}>
          {texts.submit}
        </Button>
      </form>
    </AuthLayout>
  )
}
