import { errors } from '@doslovno/domain/errors.ts'
import { authTexts } from '@doslovno/texts/auth.ts'
import { recoveryFailure } from '@doslovno/texts/link-failures.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { AuthLayout } from '#features/auth/auth-layout.tsx'
import { NewPasswordForm } from '#features/auth/new-password-form.tsx'
import { OutcomeSign } from '#features/auth/outcome.tsx'
import { readLinkToken } from '#lib/link-token/link-token.ts'

import layout from '#features/auth/auth-layout.module.css'

const texts = authTexts.newPassword

const noToken = recoveryFailure(errors.tokenNotValid.message)

/** The link of a recovery mail: it sets a new password. */
export function RecoverConfirmPage() {
  const navigate = useNavigate()
  const [token] = useState(readLinkToken)
  const [problem, setProblem] = useState(token ? undefined : noToken)
  const canAsk = token !== undefined && problem === undefined
  // One frame for both: its new title takes the focus.
  return (
    <AuthLayout
      title={canAsk ? texts.title : authTexts.confirm.failed}
      sign={canAsk ? undefined : <OutcomeSign outcome="failed" />}
    >
      <p className={layout.lead}>{problem ?? texts.text}</p>
      {canAsk ? (
        <NewPasswordForm
          token={token}
          onDone={() => void navigate({ to: '/auth/login', replace: true })}
          onBadLink={setProblem}
        />
      ) : (
        <WaysOut />
      )}
    </AuthLayout>
  )
}

function WaysOut() {
  return (
    <div className={layout.actions}>
      <Button component={Link} to="/auth/recover-password" size="md">
        {texts.askAgain}
      </Button>
      <Button component={Link} to="/auth/login" size="md" variant="default">
        {authTexts.confirm.toLogin}
      </Button>
    </div>
  )
}
