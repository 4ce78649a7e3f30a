import { recoverPassword } from '@doslovno/contract/account/credentials.ts'
import { normalEmail } from '@doslovno/domain/account/email.ts'
import { authTexts } from '@doslovno/texts/account/auth.ts'
import { Button } from '@mantine/core'

import { call } from '#lib/api/current.ts'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { EmailField } from '#ui/email-field.tsx'

import { sendingFailure } from './sending-failure.ts'

import layout from '#features/auth/layout/auth-layout.module.css'

const texts = authTexts.recover

/** Requests a mail with a link that sets a new password. */
export function RecoverForm({ onSent }: { onSent: () => void }) {
  const form = useAppForm({
    initialValues: { email: '' },
    required: ['email'],
    onSubmit: async ({ email }) => {
      await call(recoverPassword, { body: { email: normalEmail(email) } })
      onSent()
    },
    onFailure: (error) => ({ email: { code: 'unknown', message: sendingFailure(error) } }),
  })
  const email = form.field('email')
  return (
    <form onSubmit={form.submit} noValidate className={layout.form}>
      <EmailField {...email} label={texts.email} autoComplete="username" />
      <Button type="submit" size="md" fullWidth mt={6} loading={form.pending}>
        {texts.submit}
      </Button>
    </form>
  )
}
