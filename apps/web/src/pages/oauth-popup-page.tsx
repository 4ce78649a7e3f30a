import type { Provider } from '@doslovno/contract/accounts.ts'
import { oauthTexts } from '@doslovno/texts/oauth.ts'
import { Button } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'

import { AuthLayout } from '#features/auth/auth-layout.tsx'
import { OutcomeSign } from '#features/auth/outcome.tsx'
import { isProvider } from '#features/oauth/provider.ts'
import { useVisit } from '#features/oauth/use-visit.ts'

import layout from '#features/auth/auth-layout.module.css'

/** The window of a provider: it leads there, and brings back what the provider gave. */
export function OauthPopupPage() {
  const { type } = useParams({ from: '/oauth/$type' })
  // The route shows «not found» for any other.
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
  // A window that was opened for this ends with it; otherwise it is the main one.
  const goBack = () => (window.opener ? window.close() : void navigate({ to: '/auth/login', replace: true }))
  return (
    <AuthLayout title={oauthTexts.failed} sign={<OutcomeSign outcome="failed" />}>
      <p className={layout.lead}>{problem === 'denied' ? oauthTexts.denied : oauthTexts.unsafe}</p>
      <Button size="md" variant="default" onClick={goBack}>
        {oauthTexts.back}
      </Button>
    </AuthLayout>
  )
}
