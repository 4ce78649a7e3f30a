import { authTexts } from '@doslovno/texts/account/auth.ts'
import { secondStepTexts } from '@doslovno/texts/account/second-factors.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import {
  type AskedFactor,
  authClasses,
  AuthLayout,
  LoginForm,
  PasskeyLogin,
  ProviderButtons,
  SecondFactorStep,
  SampleAside,
  SampleLink,
} from '#features/auth/index.ts'
import { useProvider } from '#features/oauth/index.ts'
import { session } from '#lib/session/current.ts'

const texts = authTexts.login

export function LoginPage() {
  const openProvider = useProvider()
  const [asked, setAsked] = useState<AskedFactor>()
  if (asked)
    return (
      <AuthLayout title={secondStepTexts.title}>
        <SecondFactorStep asked={asked} onSigned={session.enter} onBack={() => setAsked(undefined)} />
      </AuthLayout>
    )
  return (
    <AuthLayout title={texts.title} beside={<SampleAside />}>
      <ProviderButtons onProvider={openProvider} />
      <LoginForm
        onSecondFactor={setAsked}
        forgot={
          <Link to="/auth/recover-password" className={authClasses.link}>
            {texts.forgot}
          </Link>
        }
      />
      <PasskeyLogin onSigned={session.enter} />
      <p className={authClasses.switch}>
        {texts.noAccount} {/* Keeps the query: it holds the marketing data. */}
        <Link to="/auth/register" search={true} className={authClasses.link}>
          {texts.toRegister}
        </Link>
      </p>
      <SampleLink />
    </AuthLayout>
  )
}
