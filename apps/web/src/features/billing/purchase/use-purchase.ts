import type { DeclineReason, PaymentState } from '@doslovno/contract/payments.ts'
import { useWindowEvent } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { ApiError, codeOf } from '#lib/http/api-error.ts'
import { refreshPurchases } from '#lib/payment/refresh.ts'
import { paymentQuery } from '#lib/queries/payment.ts'

/** A bank that takes longer is worth a word. */
const LATE_POLLS = 25

export type PurchaseState =
  | { step: 'idle' | 'busy' | 'late' | 'noEmail' }
  | { step: 'declined'; reason: DeclineReason }
  /** `isUnsure`: the answer was lost, so the money may have been charged. */
  | { step: 'failed'; isUnsure: boolean }

/** The server's answer to an order: a page to pay on, a payment under way, or a change that costs nothing. */
type Order = { redirectUrl: string | null; paymentId: string | null }

type Ends<T> = {
  onPaid?: (payment: PaymentState) => void
  /** The change cost nothing. */
  onFree?: (order: T) => void
  /** The tab leaves for the provider's page. */
  onPage?: () => void
}

/** One purchase at a time: places an order and follows its payment to the end, or leaves for the provider's page. */
export function usePurchase<T extends Order>({ onPaid, onFree, onPage }: Ends<T>) {
  const queries = useQueryClient()
  const [paymentId, setPaymentId] = useState<string | null>(null)
  const order = useMutation({ mutationFn: (place: () => Promise<T>) => place() })
  const payment = useQuery({
    ...paymentQuery(paymentId ?? ''),
    enabled: ({ state: { data } }) => paymentId !== null && (data?.status ?? 'pending') === 'pending',
  })
  const { status } = payment.data ?? {}
  const onEnd = useEffectEvent(() => {
    if (payment.data?.status === 'success') onPaid?.(payment.data)
    void refreshPurchases(queries)
  })
  useEffect(() => {
    if (status !== undefined && status !== 'pending') onEnd()
  }, [paymentId, status])
  // Back from the provider's page, the browser may show this one as it was left.
  useWindowEvent('pageshow', ({ persisted }) => persisted && order.reset())

  const followOrder = (placed: T) => {
    if (placed.redirectUrl !== null) {
      onPage?.()
      return window.location.assign(placed.redirectUrl)
    }
    setPaymentId(placed.paymentId)
    if (placed.paymentId !== null) return undefined
    onFree?.(placed)
    return void refreshPurchases(queries)
  }
  const run = (place: () => Promise<T>) => {
    setPaymentId(null)
    order.mutate(place, { onSuccess: followOrder, onError: () => void refreshPurchases(queries) })
  }
  const polls = queries.getQueryState(paymentQuery(paymentId ?? '').queryKey)
  const state = stateOf({
    error: order.error,
    isOrdering: order.isPending || Boolean(order.data?.redirectUrl),
    payment: paymentId === null ? undefined : (payment.data ?? 'unknown'),
    isLate: (polls?.dataUpdateCount ?? 0) + (polls?.errorUpdateCount ?? 0) >= LATE_POLLS,
  })
  return { state, isBusy: state.step === 'busy', run, reset: order.reset }
}

type Known = {
  error: unknown
  isOrdering: boolean
  payment: PaymentState | 'unknown' | undefined
  isLate: boolean
}

function stateOf({ error, isOrdering, payment, isLate }: Known): PurchaseState {
  if (error) return stateOfFailure(error)
  if (payment === undefined) return { step: isOrdering ? 'busy' : 'idle' }
  if (payment === 'unknown' || payment.status === 'pending') return { step: isLate ? 'late' : 'busy' }
  return payment.status === 'success'
    ? { step: 'idle' }
    : { step: 'declined', reason: payment.declineReason ?? 'other' }
}

function stateOfFailure(error: unknown): PurchaseState {
  const code = codeOf(error)
  if (code === 'noEmail') return { step: 'noEmail' }
  if (code === 'paymentDeclined') return { step: 'declined', reason: 'other' }
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return { step: 'failed', isUnsure: !isRefused && code !== 'paymentsOff' }
}
