import { revertEmail } from '@doslovno/contract/account/credentials.ts'
import { authTexts } from '@doslovno/texts/account/auth.ts'
import { changeFailure } from '@doslovno/texts/account/mail-link-failures.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { authClasses, MailLinkOutcome, useMailLinkToken } from '#features/auth/index.ts'
import { call } from '#lib/api/current.ts'
import { session } from '#lib/session/current.ts'

const { confirm, reverted } = authTexts

/** Reverts a change of e-mail by the link mailed to the old address. */
export function RevertMailPage() {
  const state = useMailLinkToken({
    missing: 'tokenNotValid',
    spend: async (token) => {
      await call(revertEmail, { body: { token } })
      // All sessions have ended, this one too.
      await session.loadUser().catch(() => undefined)
    },
  })
  const toLogin = (
    <Button component={Link} to="/auth/login" size="md" variant="default">
      {confirm.toLogin}
    </Button>
  )
  const action = (
    <div className={authClasses.actions}>
      <Button component={Link} to="/auth/recover-password" size="md">
        {reverted.newPassword}
      </Button>
      {toLogin}
    </div>
  )
  const { title, text } = reverted
  return <MailLinkOutcome state={state} done={{ title, text, action }} failure={changeFailure} wayOut={toLogin} />
}
