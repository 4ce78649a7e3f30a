import type { DeclineReason, PaymentState } from '@doslovno/contract/payments.ts'
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { ApiError, codeOf } from '#lib/http/api-error.ts'
import { refreshPurchases } from '#lib/payment/refresh.ts'

import { type ChargeOutcome, followCharge, type Order } from './follow-charge.ts'

export type ChargeState =
  | { step: 'idle' | 'busy' | 'late' | 'noEmail' }
  | { step: 'declined'; reason: DeclineReason }
  /** `isUnsure`: the answer was lost, so the money may have been charged. */
  | { step: 'failed'; isUnsure: boolean }

export type Charge = {
  state: ChargeState
  isBusy: boolean
  /** Places an order and follows it to its end. */
  run: (place: () => Promise<Order>) => void
}

type Ends = {
  onPaid?: (payment: PaymentState) => void
  /** The change cost nothing. */
  onFree?: () => void
}

/** One purchase at a time; leaves for the provider's page where the order asks for it. */
export function useCharge({ onPaid, onFree }: Ends): Charge {
  const [state, setState] = useState<ChargeState>({ step: 'idle' })
  const queries = useQueryClient()
  const signal = useUnmountSignal()
  // Back from the provider's page, the browser may show this one as it was left.
  useWindowEvent('pageshow', ({ persisted }) => persisted && setState({ step: 'idle' }))

  const end = (outcome: ChargeOutcome) => {
    if (outcome.kind === 'page') return window.location.assign(outcome.url)
    setState(stateAfter(outcome))
    if (outcome.kind === 'paid') onPaid?.(outcome.payment)
    if (outcome.kind === 'free') onFree?.()
    return void refreshPurchases(queries)
  }
  const follow = async (place: () => Promise<Order>) => {
    setState({ step: 'busy' })
    try {
      end(await followCharge(await place(), signal()))
    } catch (error) {
      if (signal().aborted) return
      setState(stateOfFailure(error))
      void refreshPurchases(queries)
    }
  }
  return { state, isBusy: state.step === 'busy', run: (place) => void follow(place) }
}

function stateAfter(outcome: ChargeOutcome): ChargeState {
  if (outcome.kind === 'declined') return { step: 'declined', reason: outcome.reason }
  return { step: outcome.kind === 'late' ? 'late' : 'idle' }
}

function stateOfFailure(error: unknown): ChargeState {
  const code = codeOf(error)
  if (code === 'noEmail') return { step: 'noEmail' }
  if (code === 'paymentDeclined') return { step: 'declined', reason: 'other' }
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return { step: 'failed', isUnsure: !isRefused && code !== 'paymentsOff' }
}

function useUnmountSignal(): () => AbortSignal {
  const controller = useRef(new AbortController())
  useEffect(() => {
    // Strict mode mounts twice.
    if (controller.current.signal.aborted) controller.current = new AbortController()
    return () => controller.current.abort()
  }, [])
  return () => controller.current.signal
}
