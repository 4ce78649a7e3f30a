import { authTexts } from '@doslovno/texts/account/auth.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import {
  authClasses,
  AuthLayout,
  ProviderButtons,
  RegisterForm,
  RegisterSent,
  SampleAside,
  SampleLink,
} from '#features/auth/index.ts'
import { useProvider } from '#features/oauth/index.ts'

const texts = authTexts.register

export function RegisterPage() {
  const [sentTo, setSentTo] = useState<string>()
  const openProvider = useProvider()
  const [gift, rest] = texts.gift
  return (
    <AuthLayout title={texts.title} beside={<SampleAside />}>
      <p className={authClasses.lead}>
        <mark>{gift}</mark> {rest}
      </p>
      <ProviderButtons onProvider={openProvider} />
      <RegisterForm onSent={setSentTo} />
      <p className={authClasses.switch}>
        {texts.hasAccount}{' '}
        <Link to="/auth/login" search={true} className={authClasses.link}>
          {texts.toLogin}
        </Link>
      </p>
      <SampleLink />
      {sentTo !== undefined && (
        <RegisterSent email={sentTo} onClose={() => setSentTo(undefined)} action={<ToLogin />} />
      )}
    </AuthLayout>
  )
}

/** Without the query: the registration has used it up. */
function ToLogin() {
  return (
    <Button component={Link} to="/auth/login" size="md" fullWidth data-autofocus>
      {texts.sentAction}
    </Button>
  )
}
