import { authTexts } from '@doslovno/texts/auth.ts'
import { Link } from '@tanstack/react-router'

import { AuthLayout } from '#features/auth/auth-layout.tsx'
import { LoginForm } from '#features/auth/login-form.tsx'
import { ProviderButtons } from '#features/auth/provider-buttons.tsx'

import { useProvider } from './use-provider.ts'

import layout from '#features/auth/auth-layout.module.css'

const texts = authTexts.login

export function LoginPage() {
  const openProvider = useProvider()
  return (
    <AuthLayout title={texts.title}>
      <ProviderButtons onProvider={openProvider} />
      <LoginForm
        forgot={
          <Link to="/auth/recover-password" className={layout.link}>
            {texts.forgot}
          </Link>
        }
      />
      <p className={layout.switch}>
        {texts.noAccount} {/* The query goes along: it says how somebody came. */}
        <Link to="/auth/register" search={true} className={layout.link}>
          {texts.toRegister}
        </Link>
      </p>
    </AuthLayout>
  )
}
