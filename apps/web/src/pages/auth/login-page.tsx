import { authTexts } from '@doslovno/texts/account/auth.ts'
import { Link } from '@tanstack/react-router'

import { authClasses, AuthLayout, LoginForm, ProviderButtons } from '#features/auth/index.ts'
import { useProvider } from '#features/oauth/index.ts'

const texts = authTexts.login

export function LoginPage() {
  const openProvider = useProvider()
  return (
    <AuthLayout title={texts.title}>
      <ProviderButtons onProvider={openProvider} />
      <LoginForm
        forgot={
          <Link to="/auth/recover-password" className={authClasses.link}>
            {texts.forgot}
          </Link>
        }
      />
      <p className={authClasses.switch}>
        {texts.noAccount} {/* Keeps the query: it holds the marketing data. */}
        <Link to="/auth/register" search={true} className={authClasses.link}>
          {texts.toRegister}
        </Link>
      </p>
    </AuthLayout>
  )
}
