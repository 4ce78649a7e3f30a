import { createWebhook, editWebhook, webhookEvents, type WebhookEndpoint } from '@doslovno/contract/webhooks.ts'
import { webhookEventTexts, webhookTexts } from '@doslovno/texts/account/webhooks.ts'
import { Button, Checkbox, Modal, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { useAppForm } from '#lib/form/use-app-form.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { showToast } from '#ui/toast.ts'

import { WEBHOOKS_KEY } from './queries.ts'

import classes from './webhooks.module.css'

const texts = webhookTexts.form
const MOST_CHARACTERS = 2000

/** `webhook`: the one to change; null for a new one. */
type Props = { webhook: WebhookEndpoint | null; opened: boolean; onClose: () => void }

export function WebhookDialog({ webhook, opened, onClose }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={webhook ? texts.editTitle : texts.addTitle}
      size={480}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <WebhookForm webhook={webhook} onClose={onClose} />
    </Modal>
  )
}

function WebhookForm({ webhook, onClose }: Omit<Props, 'opened'>) {
  const [problem, setProblem] = useState<string>()
  const queries = useQueryClient()
  const form = useAppForm<{ url: string; events: WebhookEndpoint['events'] }>({
    initialValues: { url: webhook?.url ?? '', events: webhook?.events ?? [...webhookEvents] },
    required: ['url', 'events'],
    onSubmit: async (values) => {
      setProblem(undefined)
      const body = { ...values, url: values.url.trim() }
      if (webhook) await call(editWebhook, { params: { id: webhook.id }, body })
      else await call(createWebhook, { body })
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY })
      showToast(webhook ? texts.saved : texts.created)
      onClose()
    },
    onFailure: (error) => {
      setProblem(codeOf(error) === 'tooManyWebhooks' ? texts.limit : texts.failed)
      return {}
    },
  })
  const url = form.field('url')
  const events = form.field('events')
  return (
    <form onSubmit={form.submit} noValidate>
      <TextInput
        {...url}
        data-autofocus
        size="md"
        type="url"
        inputMode="url"
        label={texts.url}
        description={texts.urlHint}
        placeholder={texts.urlExample}
        withAsterisk={false}
        maxLength={MOST_CHARACTERS}
        autoComplete="off"
        spellCheck={false}
      />
      <Checkbox.Group {...events} mt={18} size="md" label={texts.events} withAsterisk={false}>
        <div className={classes.events}>
          {webhookEvents.map((event) => (
            <Checkbox key={event} value={event} label={webhookEventTexts[event]} />
          ))}
        </div>
      </Checkbox.Group>
      {problem !== undefined && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={classes.formActions}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={form.pending}>
          {webhook ? texts.save : texts.create}
        </Button>
      </div>
    </form>
  )
}
