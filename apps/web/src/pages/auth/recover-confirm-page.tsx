import { authTexts } from '@doslovno/texts/account/auth.ts'
import { recoveryFailure } from '@doslovno/texts/account/mail-link-failures.ts'
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { authClasses, AuthLayout, NewPasswordForm, OutcomeSign } from '#features/auth/index.ts'
import { useInstallation } from '#lib/installation/use-installation.ts'
import { readMailLinkToken } from '#lib/mail-link/mail-link-token.ts'

const texts = authTexts.newPassword

const noToken = recoveryFailure('tokenNotValid')

/** Sets a new password by the link of a recovery mail. */
export function RecoverConfirmPage() {
  const navigate = useNavigate()
  const [token] = useState(readMailLinkToken)
  const [problem, setProblem] = useState(token ? undefined : noToken)
  const canAsk = token !== undefined && problem === undefined
  // One layout for both states, so that its changed title takes the focus.
  return (
    <AuthLayout
      title={canAsk ? texts.title : authTexts.confirm.failed}
      sign={canAsk ? undefined : <OutcomeSign outcome="failed" />}
    >
      <p className={authClasses.lead}>{problem ?? texts.text}</p>
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
  const installation = useInstallation()
  return (
    <div className={authClasses.actions}>
      <Button component={Link} to="/auth/recover-password" size="md">
        {texts.askAgain}
      </Button>
      <Button component={Link} to="/auth/login" size="md" variant="default">
        {authTexts.confirm.toLogin}
      </Button>
      {installation && (
        <Button component="a" href={`mailto:${installation.supportEmail}`} size="md" variant="default">
          {texts.writeUs}
        </Button>
      )}
    </div>
  )
}
