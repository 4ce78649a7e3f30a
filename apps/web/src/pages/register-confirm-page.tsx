import { confirmMail } from '@doslovno/contract/accounts.ts'
import { errors } from '@doslovno/domain/errors.ts'
import { authTexts } from '@doslovno/texts/auth.ts'
import { registrationFailure } from '@doslovno/texts/link-failures.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'

import { LinkOutcome } from '#features/auth/link-outcome.tsx'
import { useLinkToken } from '#features/auth/use-link-token.ts'
import { call } from '#lib/api/current.ts'
import { session } from '#lib/session/current.ts'
import { useLater } from '#ui/use-later.ts'

const REDIRECT_MS = 1000
const { confirm, registered } = authTexts

/** The link of the registration's mail: it signs in and goes home. */
export function RegisterConfirmPage() {
  const navigate = useNavigate()
  const goHome = () => navigate({ to: '/', replace: true })
  const state = useLinkToken({
    missing: errors.wrongToken.message,
    spend: async (token) => {
      await session.enter(await call(confirmMail, { body: { token } }))
      // Without the account another screen takes this page's place, and must not come back to a spent link.
      if (session.getState().status !== 'authorized') await goHome()
    },
  })
  useLater(state.name === 'done', REDIRECT_MS, () => void goHome())
  return (
    <LinkOutcome
      state={state}
      done={{
        title: registered.title,
        text: registered.text,
        action: (
          <Button component={Link} to="/" replace size="md">
            {registered.action}
          </Button>
        ),
      }}
      failure={registrationFailure}
      wayOut={
        <Button component={Link} to="/auth/login" size="md" variant="default">
          {confirm.toLogin}
        </Button>
      }
    />
  )
}
