import { editEmailConfirm, editPasswordConfirm } from '@doslovno/contract/accounts.ts'
import { errors } from '@doslovno/domain/errors.ts'
import { authTexts } from '@doslovno/texts/auth.ts'
import { changeFailure } from '@doslovno/texts/link-failures.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { LinkOutcome } from '#features/auth/link-outcome.tsx'
import { useLinkToken } from '#features/auth/use-link-token.ts'
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

/** The link of a mail that makes a new e-mail or password the one that counts. */
function ChangeConfirm({ what }: { what: keyof typeof endpoints }) {
  const isSignedIn = useSession().status === 'authorized'
  const state = useLinkToken({
    missing: errors.tokenNotValid.message,
    spend: async (token) => {
      await call(endpoints[what], { body: { token } })
      if (session.getState().status === 'authorized') await session.reload()
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
    <LinkOutcome
      state={state}
      done={{ ...changed[what], action: isSignedIn ? toAccount : toLogin(confirm.back) }}
      failure={changeFailure}
      wayOut={isSignedIn ? toAccount : toLogin(confirm.toLogin)}
    />
  )
}
