import { authTexts, loginFailure } from '@doslovno/texts/account/auth.ts'
import { type ReactNode, useState } from 'react'

import { ResendConfirmation } from '#features/auth/register/resend-confirmation.tsx'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { session } from '#lib/session/current.ts'
import { PlainButton, PlainField, PlainPassword } from '#ui/plain.tsx'

import type { AskedFactor } from './second-factor-step.tsx'

import layout from '#features/auth/layout/auth-layout.module.css'
import classes from './login-form.module.css'

const texts = authTexts.login

type Props = { onSecondFactor: (asked: AskedFactor) => void; forgot?: ReactNode }

/** E-mail and password. The guard decides where to go afterwards. */
export function LoginForm({ onSecondFactor, forgot }: Props) {
  const [hasFailed, setHasFailed] = useState(false)
  const form = useAppForm({
    initialValues: { email: '', password: '' },
    required: ['email', 'password'],
    onSubmit: async ({ email, password }) => {
      setHasFailed(true)
      const asked = await session.signIn({ email: email.trim(), password })
      setHasFailed(false)
      if (asked) onSecondFactor(asked)
    },
    onFailure: (error) => ({ email: { code: 'unknown', message: loginFailure(codeOf(error)) } }),
  })
  const email = form.field('email')
  const password = form.field('password')
  return (
    <form onSubmit={form.submit} noValidate className={layout.form}>
      <PlainField {...email} type="email" inputMode="email" label={texts.email} autoComplete="username" />
      <div className={classes.password}>
        <PlainPassword {...password} label={texts.password} autoComplete="current-password" />
        {/* After the field in tab order, beside its label on screen. */}
        {forgot && <span className={classes.forgot}>{forgot}</span>}
      </div>
      <PlainButton type="submit" isWide isPending={form.pending}>
        {texts.submit}
      </PlainButton>
      {hasFailed && !form.pending && (
        <ResendConfirmation className={classes.hint} email={email.value} question={authTexts.resend.notConfirmed} />
      )}
    </form>
  )
}
