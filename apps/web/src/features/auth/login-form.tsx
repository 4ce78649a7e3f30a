import { authTexts } from '@doslovno/texts/auth.ts'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useState } from 'react'

import { useAppForm } from '#lib/form/use-app-form.ts'
import { session } from '#lib/session/current.ts'

import classes from './login-form.module.css'

const texts = authTexts.login

/** E-mail and password. Where to go after it is the guard's business. */
export function LoginForm() {
  const [isShown, setIsShown] = useState(false)
  const form = useAppForm({
    initialValues: { email: '', password: '' },
    required: ['email', 'password'],
    onSubmit: ({ email, password }) => session.signIn({ email: email.trim(), password }),
    onFailure: () => ({ email: { code: 'unknown', message: texts.failed } }),
  })
  const { key: emailKey, ...email } = form.field('email')
  const { key: passwordKey, ...password } = form.field('password')
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      <TextInput
        key={emailKey}
        {...email}
        size="md"
        label={texts.email}
        type="email"
        inputMode="email"
        autoComplete="username"
        withAsterisk={false}
      />
      <PasswordInput
        key={passwordKey}
        {...password}
        size="md"
        label={texts.password}
        autoComplete="current-password"
        withAsterisk={false}
        visible={isShown}
        onVisibilityChange={setIsShown}
        visibilityToggleButtonProps={{ 'aria-label': isShown ? texts.hidePassword : texts.showPassword, tabIndex: 0 }}
      />
      <Button type="submit" size="md" fullWidth mt={6} loading={form.pending}>
        {texts.submit}
      </Button>
    </form>
  )
}
