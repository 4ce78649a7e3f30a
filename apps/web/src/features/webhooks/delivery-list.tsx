import {
  replayDelivery,
  replayFailed,
  type WebhookDelivery,
  type WebhookEndpoint,
} from '@doslovno/contract/webhooks.ts'
import { webhookEventTexts, webhookTexts } from '@doslovno/texts/account/webhooks.ts'
import { LOCALE } from '@doslovno/texts/format.ts'
import { Button, Loader } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#lib/api/current.ts'
import { codeOf } from '#lib/http/api-error.ts'
import { BusyButton } from '#ui/busy-button.tsx'
import { showToast } from '#ui/toast.ts'

import { deliveriesQuery, WEBHOOKS_KEY } from './queries.ts'

import classes from './webhooks.module.css'

const texts = webhookTexts.deliveries
const PAGE = 10
const MOST_ROWS = 100

/** Newest first; what is under way is followed. */
export function DeliveryList({ webhook: { id, isEnabled } }: { webhook: WebhookEndpoint }) {
  const [size, setSize] = useState(PAGE)
  const { data, isError, isFetching, refetch } = useQuery(deliveriesQuery(id, size))
  if (!data && isError)
    return (
      <div className={classes.failed}>
        <p role="alert">{texts.failed}</p>
        <Button variant="default" loading={isFetching} onClick={() => void refetch()}>
          {webhookTexts.retry}
        </Button>
      </div>
    )
  if (!data) return <Loader size="sm" />
  if (data.total === 0) return <p className={classes.none}>{texts.none}</p>
  const hasMore = data.total > data.data.length
  const mayHaveFailed = hasMore || data.data.some(({ state }) => state === 'failed')
  return (
    <>
      {isEnabled && mayHaveFailed && <SendAllAgain id={id} />}
      <ul className={classes.deliveries}>
        {data.data.map((delivery) => (
          <DeliveryRow key={delivery.id} endpointId={id} delivery={delivery} canSend={isEnabled} />
        ))}
      </ul>
      {hasMore && size < MOST_ROWS && (
        <Button variant="default" mt={10} loading={isFetching} onClick={() => setSize(size + PAGE)}>
          {texts.more}
        </Button>
      )}
    </>
  )
}

/** Earlier than all that we keep. */
const EVER = new Date(0).toISOString()

function SendAllAgain({ id }: { id: string }) {
  const queries = useQueryClient()
  const replay = useMutation({
    mutationFn: () => call(replayFailed, { params: { id }, body: { since: EVER } }),
    onSuccess: async ({ count }) => {
      showToast(texts.allSent(count))
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY })
    },
    onError: sayWhy,
  })
  return (
    <BusyButton variant="default" isBusy={replay.isPending} onClick={() => replay.mutate()}>
      {texts.allAgain}
    </BusyButton>
  )
}

function sayWhy(error: Error): void {
  showToast(codeOf(error) === 'tooManyRequests' ? webhookTexts.tooMany : webhookTexts.notDone)
}

type RowProps = { endpointId: string; delivery: WebhookDelivery; canSend: boolean }

function DeliveryRow({ endpointId, delivery, canSend }: RowProps) {
  const { id, type, createdAt } = delivery
  const queries = useQueryClient()
  const replay = useMutation({
    mutationFn: () => call(replayDelivery, { params: { id: endpointId, deliveryId: id } }),
    onSuccess: async () => {
      showToast(texts.sent)
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY })
    },
    onError: sayWhy,
  })
  const state = stateOf(delivery)
  return (
    <li>
      <span className={classes.event}>{webhookEventTexts[type]}</span>
      <time dateTime={createdAt}>{momentOf(createdAt)}</time>
      <span className={classes.outcome}>
        <span className={classes.chip} data-state={state}>
          {texts.states[state]}
        </span>
        <span className={classes.details}>{detailsOf(delivery).join(' · ')}</span>
      </span>
      {canSend && state !== 'sending' && (
        <BusyButton
          variant="subtle"
          size="compact-md"
          isBusy={replay.isPending}
          aria-label={texts.againOf(webhookEventTexts[type], momentOf(createdAt))}
          onClick={() => replay.mutate()}
        >
          {texts.again}
        </BusyButton>
      )}
    </li>
  )
}

function stateOf({ state, attempts }: WebhookDelivery): keyof typeof texts.states {
  if (state !== 'pending') return state
  return attempts === 0 ? 'sending' : 'retry'
}

function detailsOf({ lastStatus, lastError, attempts, nextAttemptAt }: WebhookDelivery): string[] {
  const why = lastStatus === null ? lastError && lastError !== 'status' && texts.errors[lastError] : texts.status(lastStatus) // prettier-ignore
  return [
    why || '',
    attempts > 0 ? texts.attempts(attempts) : '',
    attempts > 0 && nextAttemptAt !== null ? texts.next(momentOf(nextAttemptAt)) : '',
  ].filter(Boolean)
}

const format = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })

/** Day, month and time, in the user's time zone, on one line. */
function momentOf(iso: string): string {
  return format.format(new Date(iso)).replaceAll(' ', '\u00a0')
}
