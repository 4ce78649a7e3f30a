import { type DeclineReason, getPayment, type PaymentState } from '@doslovno/contract/payments.ts'

import { call } from '#lib/api/current.ts'
import { ApiError } from '#lib/http/api-error.ts'

const PAUSE_MS = 1500
const MOST_ASKS = 40

/** The server's answer to an order: a page to pay on, a payment under way, or a change that costs nothing. */
export type Order = { redirectUrl: string | null; paymentId: string | null }

export type ChargeOutcome =
  | { kind: 'page'; url: string }
  | { kind: 'free' }
  | { kind: 'paid'; payment: PaymentState }
  | { kind: 'declined'; reason: DeclineReason }
  /** The bank takes longer than a person waits; the history will show the end. */
  | { kind: 'late' }

/** Follows an order until it is settled, or the user has to act. */
export async function followCharge({ redirectUrl, paymentId }: Order, signal: AbortSignal): Promise<ChargeOutcome> {
  signal.throwIfAborted()
  if (redirectUrl) return { kind: 'page', url: redirectUrl }
  if (!paymentId) return { kind: 'free' }
  for (let asks = 0; asks < MOST_ASKS; asks += 1) {
    if (asks > 0) await pause(signal)
    const payment = await ask(paymentId, signal)
    if (payment?.status === 'success') return { kind: 'paid', payment }
    if (payment && payment.status !== 'pending') return { kind: 'declined', reason: payment.declineReason ?? 'other' }
  }
  return { kind: 'late' }
}

/** A lost answer says nothing about the payment: asked again. */
async function ask(paymentId: string, signal: AbortSignal): Promise<PaymentState | undefined> {
  try {
    return await call(getPayment, { params: { id: paymentId } }, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ApiError) return undefined
    throw error
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, PAUSE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    })
  })
}
