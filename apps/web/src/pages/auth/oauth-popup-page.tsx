import type { Provider } from '@doslovno/contract/account/providers.ts'
import { oauthTexts } from '@doslovno/texts/account/oauth.ts'
import { Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'

import { authClasses, AuthLayout, OutcomeSign } from '#features/auth/index.ts'
import { isProvider, useVisit } from '#features/oauth/index.ts'

/** The provider's window: redirects there, and passes on the answer. */
export function OauthPopupPage() {
  const { type } = useParams({ from: '/oauth/$type' })
  // Other types are «not found» in the route.
  return isProvider(type) ? <Popup type={type} /> : null
}

function Popup({ type }: { type: Provider }) {
  const navigate = useNavigate()
  const problem = useVisit(type, (href) => void navigate({ href, replace: true }))
  if (!problem) {
    return (
      <AuthLayout title={oauthTexts.working(type)} sign={<OutcomeSign outcome="waiting" />}>
        {null}
      </AuthLayout>
    )
  }
  // A popup closes; without an opener this is the main window.
  const goBack = () => (window.opener ? window.close() : void navigate({ to: '/auth/login', replace: true }))
  return (
    <AuthLayout title={oauthTexts.failed} sign={<OutcomeSign outcome="failed" />}>
      <p className={authClasses.lead}>{problem === 'denied' ? oauthTexts.denied : oauthTexts.unsafe}</p>
      <Button size="md" variant="default" onClick={goBack}>
        {oauthTexts.back}
      </Button>
    </AuthLayout>
  )
}
