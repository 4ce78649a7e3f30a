import { deleteWebhook, editWebhook, testWebhook, type WebhookEndpoint } from '@doslovno/contract/webhooks.ts'
import { webhookEventTexts, webhookTexts as texts } from '@doslovno/texts/account/webhooks.ts'
import { Button, Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, Copy, Pencil, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { copyText } from '#lib/clipboard/copy-text.ts'
import { dateOf } from '#lib/format/day.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { useConfirm } from '#ui/confirm-dialog.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { IconAction } from '#ui/icon-action.tsx'
import { showToast } from '#ui/toast.ts'

import { DeliveryList } from './delivery-list.tsx'
import { WEBHOOKS_KEY } from './queries.ts'

import classes from './webhooks.module.css'

/** One endpoint: what it is told, its secret, and what was delivered. */
export function WebhookCard({ webhook, onEdit }: { webhook: WebhookEndpoint; onEdit: () => void }) {
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
      <Secret webhook={webhook} />
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

function Secret({ webhook: { secret, url } }: { webhook: WebhookEndpoint }) {
  return (
    <p className={classes.facts}>
      {texts.secret}: <code>{secret.slice(0, SHOWN_CHARACTERS)}••••••••</code>
      <IconAction
        icon={Copy}
        label={texts.copySecret}
        subject={url}
        onClick={() => void copyText(secret, texts.secretCopied, texts.copyFailed)}
      />
    </p>
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
