import { authTexts } from '@doslovno/texts/auth.ts'

import { AuthLayout } from '#features/auth/auth-layout.tsx'
import { LoginForm } from '#features/auth/login-form.tsx'

export function LoginPage() {
  return (
    <AuthLayout title={authTexts.login.title}>
      <LoginForm />
    </AuthLayout>
  )
}
