import { authTexts } from '@doslovno/texts/account/auth.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { authClasses, AuthLayout, OutcomeSign, RecoverForm } from '#features/auth/index.ts'

const texts = authTexts.recover

export function RecoverPage() {
  const [isSent, setIsSent] = useState(false)
  // One layout for both states, so that its changed title takes the focus.
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
      <p className={authClasses.lead}>{texts.text}</p>
      <RecoverForm onSent={onSent} />
      <p className={authClasses.switch}>
        <Link to="/auth/login" className={authClasses.link}>
          {texts.toLogin}
        </Link>
      </p>
    </>
  )
}

/** The same text for every address, so that it does not reveal who has an account. */
function Sent() {
  return (
    <>
      <p className={authClasses.lead}>
        {texts.sent}. {texts.sentHint}
      </p>
      <Button component={Link} to="/auth/login" size="md" variant="default">
        {authTexts.confirm.toLogin}
      </Button>
    </>
  )
}
