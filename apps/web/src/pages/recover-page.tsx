import { authTexts } from '@doslovno/texts/auth.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { AuthLayout } from '#features/auth/auth-layout.tsx'
import { OutcomeSign } from '#features/auth/outcome.tsx'
import { RecoverForm } from '#features/auth/recover-form.tsx'

import layout from '#features/auth/auth-layout.module.css'

const texts = authTexts.recover

export function RecoverPage() {
  const [isSent, setIsSent] = useState(false)
  // One frame for both: its new title takes the focus.
  return (
    <AuthLayout
      title={isSent ? texts.sentTitle : texts.title}
      sign={isSent ? <OutcomeSign outcome="sent" /> : undefined}
    >
      {isSent ? <Sent /> : <Ask onSent={() => setIsSent(true)} />}
    </AuthLayout>
  )
}

function Ask({ onSent }: { onSent: () => void }) {
  return (
    <>
      <p className={layout.lead}>{texts.text}</p>
      <RecoverForm onSent={onSent} />
      <p className={layout.switch}>
        <Link to="/auth/login" className={layout.link}>
          {texts.toLogin}
        </Link>
      </p>
    </>
  )
}

/** The same words for every address: who has an account here is nobody's business. */
function Sent() {
  return (
    <>
      <p className={layout.lead}>
        {texts.sent}. {texts.sentHint}
      </p>
      <Button component={Link} to="/auth/login" size="md" variant="default">
        {authTexts.confirm.toLogin}
      </Button>
    </>
  )
}
