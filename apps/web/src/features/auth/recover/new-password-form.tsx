import { recoverPasswordConfirm } from '@doslovno/contract/account/credentials.ts'
import { authTexts } from '@doslovno/texts/account/auth.ts'
import { recoveryFailure } from '@doslovno/texts/account/mail-link-failures.ts'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { NewPasswordField } from '#lib/form/new-password-field.tsx'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { showToast } from '#ui/toast.ts'
import { useLater } from '#ui/use-later.ts'

import layout from '#features/auth/layout/auth-layout.module.css'

const TOAST_MS = 2000
const texts = authTexts.newPassword

type Props = {
  token: string
  onDone: () => void
  /** The link itself is invalid: another password would not help. */
  onBadLink: (reason: string) => void
}

/** Sets a new password with the token of a mailed link, and leaves once the toast is gone. */
export function NewPasswordForm({ token, onDone, onBadLink }: Props) {
  const [isDone, setIsDone] = useState(false)
  const form = useAppForm({
    initialValues: { newPassword: '', isStolen: false },
    required: ['newPassword'],
    onSubmit: async ({ newPassword, isStolen }) => {
      await call(recoverPasswordConfirm, { body: { token, newPassword, ...(isStolen && { isStolen }) } })
      showToast(texts.done, TOAST_MS)
      setIsDone(true)
    },
    onFailure: (error) => {
      const reason = recoveryFailure(codeOf(error))
      if (reason) onBadLink(reason)
      return { newPassword: { code: 'unknown', message: authTexts.login.failed } }
    },
  })
  useLater(isDone, TOAST_MS, onDone)
  const password = form.field('newPassword')
  return (
    <form onSubmit={form.submit} noValidate className={layout.form}>
      <NewPasswordField {...password} label={texts.password} password={form.values.newPassword} />
      <Checkbox
        label={texts.isStolen}
        description={texts.isStolenHint}
        checked={form.values.isStolen}
        onChange={({ currentTarget }) => form.setValues({ isStolen: currentTarget.checked })}
      />
      <Button type="submit" size="md" fullWidth mt={6} loading={form.pending || isDone}>
        {texts.submit}
      </Button>
    </form>
  )
}
