import {
  deleteWebhook,
  editWebhook,
  rotateWebhookSecret,
  testWebhook,
  type WebhookEndpoint,
} from '@doslovno/contract/webhooks.ts'
import { webhookTexts as texts, webhookEventTexts } from '@doslovno/texts/account/webhooks.ts'
import { Button, Skeleton, Switch } from '@mantine/core'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, CircleAlert, Copy, Pencil, RotateCw, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { copyText } from '#lib/clipboard/copy-text.ts'
import { dateOf } from '#lib/format/day.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { useConfirm } from '#ui/confirm-dialog.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { IconAction } from '#ui/icon-action.tsx'
import { Section } from '#ui/section.tsx'
import { showToast } from '#ui/toast.ts'

import { DeliveryList } from './delivery-list.tsx'
import { webhooksQuery, WEBHOOKS_KEY } from './queries.ts'
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

/** One endpoint: what it is told, its secret, and what was delivered. */
function WebhookCard({ webhook, onEdit }: { webhook: WebhookEndpoint; onEdit: () => void }) {
  const { id, url, events, isEnabled } = webhook
  const queries = useQueryClient()
  const [tests, setTests] = useState(0)
  const reload = () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY })
  const enable = useMutation({
    mutationFn: (isOn: boolean) => call(editWebhook, { params: { id }, body: { isEnabled: isOn } }),
    onSuccess: reload,
    onError: () => showToast(texts.notDone),
  })
  const test = useMutation({
    mutationFn: () => call(testWebhook, { params: { id } }),
    onSuccess: async () => {
      setTests((count) => count + 1)
      showToast(texts.testSent)
      await reload()
    },
    onError: (error) => showToast(codeOf(error) === 'tooManyRequests' ? texts.tooMany : texts.notDone),
  })
  const removal = useConfirm(() => ({
    ...texts.removal,
    subtitle: url,
    tone: 'bad',
    onConfirm: async () => {
      await call(deleteWebhook, { params: { id } })
      showToast(texts.removal.done)
      await reload()
    },
  }))
  return (
    <li className={classes.card}>
      <div className={classes.top}>
        <b className={classes.url}>{url}</b>
        <Switch
          checked={enable.isPending ? enable.variables : isEnabled}
          label={isEnabled ? texts.isOn : texts.isOff}
          aria-label={texts.switchOf(url)}
          onChange={({ currentTarget }) => enable.mutate(currentTarget.checked)}
        />
      </div>
      <p className={classes.facts}>
        {texts.events}: {events.map((event) => webhookEventTexts[event]).join(', ')}
      </p>
      {webhook.secret && <Secret id={id} secret={webhook.secret} url={url} />}
      <SwitchedOff webhook={webhook} isBusy={enable.isPending} onSwitchOn={() => enable.mutate(true)} />
      <div className={classes.actions}>
        {isEnabled && (
          <BusyButton
            variant="default"
            leftSection={<Send size={16} aria-hidden />}
            isBusy={test.isPending}
            aria-label={texts.ofUrl(texts.test, url)}
            onClick={() => test.mutate()}
          >
            {texts.test}
          </BusyButton>
        )}
        <IconAction icon={Pencil} label={texts.edit} subject={url} onClick={onEdit} />
        <IconAction icon={Trash2} label={texts.remove} subject={url} onClick={() => removal.ask()} />
      </div>
      {/* A test opens the list anew, so that its outcome is seen. */}
      <Disclosure key={tests} title={texts.deliveries.title} isOpenAtFirst={tests > 0}>
        <DeliveryList webhook={webhook} />
      </Disclosure>
      {removal.dialog}
    </li>
  )
}

const SHOWN_CHARACTERS = 10

function Secret({ id, secret, url }: { id: string; secret: string; url: string }) {
  const queries = useQueryClient()
  const rotation = useConfirm(() => ({
    ...texts.rotation,
    subtitle: url,
    onConfirm: async () => {
      await call(rotateWebhookSecret, { params: { id } })
      showToast(texts.rotation.done)
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY })
    },
  }))
  return (
    <div className={classes.facts}>
      {texts.secret}: <code>{secret.slice(0, SHOWN_CHARACTERS)}••••••••</code>
      <IconAction
        icon={Copy}
        label={texts.copySecret}
        subject={url}
        onClick={() => void copyText(secret, texts.secretCopied, texts.copyFailed)}
      />
      <IconAction icon={RotateCw} label={texts.rotate} subject={url} onClick={() => rotation.ask()} />
      {rotation.dialog}
    </div>
  )
}

type SwitchedOffProps = { webhook: WebhookEndpoint; isBusy: boolean; onSwitchOn: () => void }

function SwitchedOff({ webhook: { disabledAt, disabledReason, url }, isBusy, onSwitchOn }: SwitchedOffProps) {
  const [now] = useState(() => new Date())
  if (!disabledAt || !disabledReason) return null
  return (
    <div className={classes.off}>
      <CircleAlert size={20} aria-hidden />
      <div>
        <b>{texts.switchedOff[disabledReason](dateOf(disabledAt, now))}</b>
        <p>{texts.switchedOffHint}</p>
      </div>
      <Button variant="default" loading={isBusy} aria-label={texts.ofUrl(texts.switchOn, url)} onClick={onSwitchOn}>
        {texts.switchOn}
      </Button>
    </div>
  )
}
