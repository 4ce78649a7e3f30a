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

type Reason = (typeof reasons)[number]

export type Cancellation = { party: 'yoo_money' | 'payment_network' | 'merchant'; reason: Reason }

/** The party that decides for a reason, unless a test card says otherwise. */
export function cancellationOf(reason: Reason): Cancellation {
  if (reason === 'canceled_by_merchant') return { party: 'merchant', reason }
  return { party: own.includes(reason) ? 'yoo_money' : 'payment_network', reason }
}

export type Card = {
  number: string
  brand: 'MasterCard' | 'Visa' | 'Mir'
  /** The bank asks the payer for a code (3-D Secure). */
  asksCode: boolean
  /** Why the bank declines it. */
  decline?: Cancellation
}

const declining = (tail: string, reason: Reason): Card => ({
  number: `555555555555${tail}`,
  brand: 'MasterCard',
  asksCode: reason === '3d_secure_failed',
  decline: cancellationOf(reason),
})

/** The cards of a YooKassa test shop; any future date and any code go with them. */
export const cards: readonly Card[] = [
  { number: '5555555555554444', brand: 'MasterCard', asksCode: false },
  { number: '5555555555554477', brand: 'MasterCard', asksCode: true },
  { number: '4111111111111111', brand: 'Visa', asksCode: false },
  { number: '2202474301322987', brand: 'Mir', asksCode: false },
  { number: '2200000000000004', brand: 'Mir', asksCode: true },
  declining('4600', 'insufficient_funds'),
  declining('4543', 'card_expired'),
  declining('4592', '3d_secure_failed'),
  declining('4535', 'call_issuer'),
  declining('4568', 'fraud_suspected'),
  declining('4527', 'general_decline'),
  declining('4618', 'invalid_card_number'),
  declining('4626', 'invalid_csc'),
  declining('4501', 'issuer_unavailable'),
  declining('4576', 'payment_method_limit_exceeded'),
  declining('4550', 'payment_method_restricted'),
  declining('4584', 'country_forbidden'),
  { ...declining('4634', 'fraud_suspected'), decline: { party: 'yoo_money', reason: 'fraud_suspected' } },
]

export function findCard(number: string): Card | undefined {
  const digits = number.replaceAll(/\s/g, '')
  return cards.find((card) => card.number === digits)
}

export const firstSix = ({ number }: Card) => number.slice(0, 6)
export const lastFour = ({ number }: Card) => number.slice(-4)
