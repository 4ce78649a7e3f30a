import type { Card } from './cards.ts'

export const reasons = [
  '3d_secure_failed',
  'call_issuer',
  'canceled_by_merchant',
  'card_expired',
  'country_forbidden',
  'expired_on_capture',
  'expired_on_confirmation',
  'fraud_suspected',
  'general_decline',
  'identification_required',
  'insufficient_funds',
  'internal_timeout',
  'invalid_card_number',
  'invalid_csc',
  'issuer_unavailable',
  'payment_method_limit_exceeded',
  'payment_method_restricted',
  'permission_revoked',
] as const

const own: readonly Reason[] = [
  'country_forbidden',
  'expired_on_capture',
  'expired_on_confirmation',
  'identification_required',
  'internal_timeout',
]

export const statuses = ['pending', 'waiting_for_capture', 'succeeded', 'canceled'] as const
export type Status = (typeof statuses)[number]

/** A card that was used; later payments may use it only if it was saved. */
export type Method = {
  id: string
  card: Card
  isSaved: boolean
  isRevoked: boolean
  /** Why its next charges are declined, if a test said so. */
  decline: Cancellation | null
}

export type Payment = {
  id: string
  status: Status
  amountKopecks: number
  capturesAtOnce: boolean
  savesMethod: boolean
  description: string | undefined
  metadata: Record<string, string>
  customerId: string | undefined
  /** The shop's page; none for a charge of a saved card. */
  returnUrl: string | undefined
  createdAt: number
  /** The card whose bank waits for the payer's code. */
  challenge?: Card
  methodId?: string
  hasPassedCode?: boolean
  paidAt?: number
  capturedAt?: number
  cancellation?: Cancellation
  refundedKopecks: number
  hasReceipt: boolean
}

const CONFIRMATION_MS = 60 * 60 * 1000
const HOLD_MS = 7 * 24 * 60 * 60 * 1000

export const confirmationEndOf = ({ createdAt }: Payment) => createdAt + CONFIRMATION_MS
export const holdEndOf = ({ paidAt, createdAt }: Payment) => (paidAt ?? createdAt) + HOLD_MS

export type Refund = {
  id: string
  paymentId: string
  status: 'pending' | 'succeeded' | 'canceled'
  amountKopecks: number
  description: string | undefined
  metadata: Record<string, string>
  createdAt: number
  hasReceipt: boolean
}

export type Reason = (typeof reasons)[number]

export type Cancellation = { party: 'yoo_money' | 'payment_network' | 'merchant'; reason: Reason }

/** The party that decides for a reason, unless a test card says otherwise. */
export function cancellationOf(reason: Reason): Cancellation {
  if (reason === 'canceled_by_merchant') return { party: 'merchant', reason }
  return { party: own.includes(reason) ? 'yoo_money' : 'payment_network', reason }
}
