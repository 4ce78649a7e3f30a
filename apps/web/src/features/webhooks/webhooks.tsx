import type { WebhookEndpoint } from '@doslovno/contract/webhooks.ts'
import { webhookTexts as texts } from '@doslovno/texts/account/webhooks.ts'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'

import { Section } from '#ui/section.tsx'

import { webhooksQuery } from './queries.ts'
import { WebhookCard } from './webhook-card.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'

import classes from './webhooks.module.css'

const MOST_WEBHOOKS = 5

/** Addresses that learn by themselves what happened to files. */
export function Webhooks() {
  const { data, isError, isFetching, refetch } = useQuery(webhooksQuery())
  const [edited, setEdited] = useState<WebhookEndpoint | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const open = (webhook: WebhookEndpoint | null) => {
    setEdited(webhook)
    setIsOpen(true)
  }
  const webhooks = data?.data
  return (
    <Section
      id="webhooks"
      title={texts.title}
      aside={
        webhooks &&
        webhooks.length > 0 && (
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            disabled={webhooks.length >= MOST_WEBHOOKS}
            title={webhooks.length >= MOST_WEBHOOKS ? texts.limit : undefined}
            onClick={() => open(null)}
          >
            {texts.addMore}
          </Button>
        )
      }
    >
      {!webhooks && !isError && <Skeleton height={64} radius="md" />}
      {!webhooks && isError && (
        <div className={classes.failed}>
          <p role="alert">{texts.failed}</p>
          <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
            {texts.retry}
          </Button>
        </div>
      )}
      {webhooks?.length === 0 && <Empty onAdd={() => open(null)} />}
      {webhooks && webhooks.length > 0 && (
        <ul className={classes.list}>
          {webhooks.map((webhook) => (
            <WebhookCard key={webhook.id} webhook={webhook} onEdit={() => open(webhook)} />
          ))}
        </ul>
      )}
      <WebhookDialog webhook={edited} opened={isOpen} onClose={() => setIsOpen(false)} />
    </Section>
  )
}

function Empty({ onAdd }: { onAdd: () => void }) {
  return (
    <>
      <p className={classes.empty}>
        {texts.empty}{' '}
        <a href="/api/docs" target="_blank" rel="noopener">
          {texts.docs}
          <span className="visually-hidden"> ({texts.newTab})</span>
        </a>
      </p>
      <Button variant="default" mt={14} leftSection={<Plus size={16} aria-hidden />} onClick={onAdd}>
        {texts.add}
      </Button>
    </>
  )
}
