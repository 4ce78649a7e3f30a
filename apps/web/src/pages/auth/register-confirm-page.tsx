import { confirmMail } from '@doslovno/contract/account/registration.ts'
import { authTexts } from '@doslovno/texts/account/auth.ts'
import { registrationFailure } from '@doslovno/texts/account/mail-link-failures.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'

import { MailLinkOutcome, useMailLinkToken } from '#features/auth/index.ts'
import { call } from '#lib/api/current.ts'
import { readBrowserSecret } from '#lib/session/browser-secret.ts'
import { session } from '#lib/session/current.ts'
import { useLater } from '#ui/use-later.ts'

const REDIRECT_MS = 1000
const { confirm, registered } = authTexts

/** Confirms the registration by a mailed link: signs in and goes home. */
export function RegisterConfirmPage() {
  const navigate = useNavigate()
  const goHome = () => navigate({ to: '/', replace: true })
  const state = useMailLinkToken({
    missing: 'wrongToken',
    spend: async (token) => {
      await session.enter(await call(confirmMail, { body: { token, browserSecret: readBrowserSecret() } }))
      // If the account cannot be loaded, another screen takes over; it must not return to a spent link.
      if (session.getState().status !== 'authorized') await goHome()
    },
  })
  useLater(state.name === 'done', REDIRECT_MS, () => void goHome())
  return (
    <MailLinkOutcome
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
