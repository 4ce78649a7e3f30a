import { deleteAccount } from '@doslovno/contract/account/privacy.ts'
import { getSecondFactors } from '@doslovno/contract/account/second-factors.ts'
import { privacyTexts } from '@doslovno/texts/account/privacy.ts'
import { confirmTexts } from '@doslovno/texts/shell.ts'
import { Button, Modal, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import type { FieldErrors } from '#lib/form/field-errors.ts'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { refreshPurchases } from '#lib/payment/refresh.ts'
import { ACCOUNT_KEY } from '#lib/queries/account.ts'
import { PasswordField } from '#ui/password-field.tsx'
import { showToast } from '#ui/toast.ts'

import dialog from '#ui/dialog.module.css'
import classes from './privacy.module.css'

const texts = privacyTexts.deletion
const TOAST_MS = 4000

type Props = { opened: boolean; onClose: () => void }

/** Says what will be deleted and what stays, and asks for a proof: the password, or a typed word without one. */
export function DeletionDialog({ opened, onClose }: Props) {
  const { data } = useQuery({ ...protectionQuery(), enabled: opened })
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.question}
      size={480}
      closeButtonProps={{ 'aria-label': confirmTexts.close }}
    >
      <div className={classes.consequences}>
        <p>{texts.gone}</p>
        <ul>
          {texts.goneList.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{texts.stays}</p>
        <p>{texts.subscription}</p>
      </div>
      {data?.hasPassword === false ? <WordForm onClose={onClose} /> : <PasswordForm onClose={onClose} />}
    </Modal>
  )
}

function protectionQuery() {
  return {
    queryKey: [...ACCOUNT_KEY, 'has-password'],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(getSecondFactors, {}, signal),
  }
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const remove = useDeletion(onClose)
  const form = useAppForm({
    initialValues: { password: '' },
    required: ['password'],
    onSubmit: ({ password }) => remove({ password }),
    onFailure: (error) => failureOf('password', error),
  })
  const password = form.field('password')
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      <PasswordField {...password} data-autofocus label={texts.password} autoComplete="current-password" />
      <Buttons isPending={form.pending} onClose={onClose} />
    </form>
  )
}

/** For accounts without a password: the word shows that it is no slip, and the sign-in must be fresh. */
function WordForm({ onClose }: { onClose: () => void }) {
  const remove = useDeletion(onClose)
  const form = useAppForm({
    initialValues: { word: '' },
    required: ['word'],
    onSubmit: async ({ word }) => {
      if (word.trim().toLowerCase() !== texts.word) throw new WrongWord()
      await remove({})
    },
    onFailure: (error) => failureOf('word', error),
  })
  const word = form.field('word')
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      <TextInput
        {...word}
        size="md"
        withAsterisk={false}
        data-autofocus
        label={texts.wordLabel(texts.word)}
        autoComplete="off"
      />
      <Buttons isPending={form.pending} onClose={onClose} />
    </form>
  )
}

class WrongWord extends Error {}

function Buttons({ isPending, onClose }: { isPending: boolean; onClose: () => void }) {
  return (
    <div className={dialog.actions}>
      <Button variant="default" onClick={onClose}>
        {texts.cancel}
      </Button>
      <Button type="submit" className={dialog.bad} loading={isPending}>
        {texts.confirm}
      </Button>
    </div>
  )
}

function useDeletion(onClose: () => void): (proof: { password?: string }) => Promise<void> {
  const queries = useQueryClient()
  return async (proof) => {
    const { deletionAt } = await call(deleteAccount, { body: proof })
    onClose()
    showToast(texts.done(new Date(deletionAt)), TOAST_MS)
    await refreshPurchases(queries)
  }
}

function failureOf(field: string, error: unknown): FieldErrors {
  return { [field]: { code: 'unknown', message: messageOf(error) } }
}

function messageOf(error: unknown): string {
  if (error instanceof WrongWord) return texts.wordWrong(texts.word)
  const code = codeOf(error)
  if (code === 'proofNeeded') return texts.signInAgain
  return code === 'tooManyRequests' ? texts.tooOften : texts.failed
}
