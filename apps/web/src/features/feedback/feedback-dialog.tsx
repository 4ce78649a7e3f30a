import { sendFeedback } from '@doslovno/contract/tools.ts'
import { feedbackTexts as texts } from '@doslovno/texts/feedback.ts'
import { confirmTexts } from '@doslovno/texts/shell.ts'
import { Button, Modal, Textarea } from '@mantine/core'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { session } from '#lib/session/current.ts'
import { EmailField } from '#ui/email-field.tsx'
import { showToast } from '#ui/toast.ts'

import classes from './feedback.module.css'

type Props = { opened: boolean; onClose: () => void }

/** A message to the people who run the service. What was typed survives a closed dialog. */
export function FeedbackDialog({ opened, onClose }: Props) {
  const [draft, setDraft] = useState('')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={texts.title}
      size={480}
      closeButtonProps={{ 'aria-label': confirmTexts.close }}
    >
      <FeedbackForm draft={draft} onDraft={setDraft} onSent={onClose} />
    </Modal>
  )
}

type FormProps = { draft: string; onDraft: (text: string) => void; onSent: () => void }

function FeedbackForm({ draft, onDraft, onSent }: FormProps) {
  const user = session.lastUser()
  const [problem, setProblem] = useState<string>()
  const form = useAppForm({
    initialValues: { email: user?.email ?? '', text: draft },
    required: ['email', 'text'],
    onSubmit: async ({ email, text }) => {
      setProblem(undefined)
      await call(sendFeedback, { body: { email, text, page: location.pathname } })
      onDraft('')
      showToast(texts.sent)
      onSent()
    },
    onFailure: (error) => {
      setProblem(error instanceof ApiError && error.status === 429 ? texts.tooMany : texts.failed)
      return {}
    },
  })
  const isFilled = form.values.email.trim() !== '' && form.values.text.trim() !== ''
  const email = form.field('email')
  const text = form.field('text')
  return (
    <form onSubmit={form.submit} noValidate className={classes.form}>
      <p className={classes.hint}>{texts.hint}</p>
      <EmailField {...email} label={texts.email} autoComplete="email" />
      <Textarea
        {...text}
        onInput={(event) => onDraft(event.currentTarget.value)}
        size="md"
        withAsterisk={false}
        label={texts.text}
        placeholder={texts.placeholder}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={5000}
        data-autofocus
      />
      {problem !== undefined && (
        <p className={classes.failed} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" size="md" disabled={!isFilled} loading={form.pending}>
        {texts.send}
      </Button>
    </form>
  )
}
