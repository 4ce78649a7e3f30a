import { authTexts } from '@doslovno/texts/auth.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import { AuthLayout } from '#features/auth/auth-layout.tsx'
import { ProviderButtons } from '#features/auth/provider-buttons.tsx'
import { RegisterForm } from '#features/auth/register-form.tsx'
import { RegisterSent } from '#features/auth/register-sent.tsx'

import { useProvider } from './use-provider.ts'

import layout from '#features/auth/auth-layout.module.css'

const texts = authTexts.register

export function RegisterPage() {
  const [sentTo, setSentTo] = useState<string>()
  const openProvider = useProvider()
  const [gift, rest] = texts.gift
  return (
    <AuthLayout title={texts.title}>
      <p className={layout.lead}>
        <mark>{gift}</mark> {rest}
      </p>
      <ProviderButtons onProvider={openProvider} />
      <RegisterForm onSent={setSentTo} />
      <p className={layout.switch}>
        {texts.hasAccount}{' '}
        <Link to="/auth/login" search={true} className={layout.link}>
          {texts.toLogin}
        </Link>
      </p>
      {sentTo !== undefined && (
        <RegisterSent email={sentTo} onClose={() => setSentTo(undefined)} action={<ToLogin />} />
      )}
    </AuthLayout>
  )
}

/** Without the query: it has been sent and is used up. */
function ToLogin() {
  return (
    <Button component={Link} to="/auth/login" size="md" fullWidth data-autofocus>
      {texts.sentAction}
    </Button>
  )
}
