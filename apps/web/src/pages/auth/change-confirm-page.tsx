import { editEmailConfirm, editPasswordConfirm } from '@doslovno/contract/account/credentials.ts'
import { authTexts } from '@doslovno/texts/account/auth.ts'
import { changeFailure } from '@doslovno/texts/account/mail-link-failures.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { MailLinkOutcome, useMailLinkToken } from '#features/auth/index.ts'
import { call } from '#lib/api/current.ts'
import { session, useSession } from '#lib/session/current.ts'

const { changed, confirm } = authTexts
const endpoints = { email: editEmailConfirm, password: editPasswordConfirm }

export function ChangeMailConfirmPage() {
  return <ChangeConfirm what="email" />
}

export function ChangePasswordConfirmPage() {
  return <ChangeConfirm what="password" />
}

/** Confirms a new e-mail or password by a mailed link. */
function ChangeConfirm({ what }: { what: keyof typeof endpoints }) {
  const isSignedIn = useSession().status === 'authorized'
  const state = useMailLinkToken({
    missing: 'tokenNotValid',
    spend: async (token) => {
      await call(endpoints[what], { body: { token } })
      if (session.getState().status === 'authorized') await session.loadUser().catch(() => undefined)
    },
  })
  const toAccount = (
    <Button component={Link} to="/account" size="md">
      {confirm.toAccount}
    </Button>
  )
  const toLogin = (text: string) => (
    <Button component={Link} to="/auth/login" size="md" variant="default">
      {text}
    </Button>
  )
  return (
    <MailLinkOutcome
      state={state}
      done={{ ...changed[what], action: isSignedIn ? toAccount : toLogin(confirm.back) }}
      failure={changeFailure}
      wayOut={isSignedIn ? toAccount : toLogin(confirm.toLogin)}
    />
  )
}
