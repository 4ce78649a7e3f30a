import { answerForPassword } from '@doslovno/contract/account/registration.ts'
import { accountTexts } from '@doslovno/texts/account/account.ts'
import { authTexts } from '@doslovno/texts/account/auth.ts'
import { confirmTexts } from '@doslovno/texts/shell.ts'
import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { NewPasswordField } from '#lib/form/new-password-field.tsx'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { refreshUser } from '#lib/queries/account.ts'
import { showToast } from '#ui/toast.ts'

import classes from './password-question.module.css'

const texts = accountTexts.passwordQuestion

/** Asks the owner about a password that another browser set at registration; the answer ends the question. */
export function PasswordQuestion() {
  const queries = useQueryClient()
  const [isReplacing, setIsReplacing] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)
  const keep = async () => {
    setIsPending(true)
    setHasFailed(false)
    try {
      await call(answerForPassword, { body: {} })
      await refreshUser(queries)
    } catch {
      setHasFailed(true)
    } finally {
      setIsPending(false)
    }
  }
  return (
    <section className={classes.question} aria-label={texts.label}>
      <div className={classes.words}>
        <b>{texts.title}</b>
        <p>{texts.text}</p>
        {hasFailed && (
          <p className={classes.failed} role="alert">
            {texts.failed}
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <Button variant="default" loading={isPending} onClick={() => void keep()}>
          {texts.yes}
        </Button>
        <Button onClick={() => setIsReplacing(true)}>{texts.replace}</Button>
      </div>
      <Modal
        opened={isReplacing}
        onClose={() => setIsReplacing(false)}
        title={texts.replace}
        size={420}
        closeButtonProps={{ 'aria-label': confirmTexts.close }}
      >
        <ReplaceForm />
      </Modal>
    </section>
  )
}

function ReplaceForm() {
  const queries = useQueryClient()
  const form = useAppForm({
    initialValues: { newPassword: '' },
    required: ['newPassword'],
    onSubmit: async ({ newPassword }) => {
      await call(answerForPassword, { body: { newPassword } })
      showToast(authTexts.newPassword.done)
      await refreshUser(queries)
    },
    onFailure: () => ({ newPassword: { code: 'unknown', message: texts.failed } }),
  })
  const password = form.field('newPassword')
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      <NewPasswordField
        {...password}
        data-autofocus
        label={authTexts.newPassword.password}
        password={form.values.newPassword}
      />
      <Button type="submit" fullWidth loading={form.pending}>
        {authTexts.newPassword.submit}
      </Button>
    </form>
  )
}
