import { type Cancellation, cancellationOf, type Reason } from './payment.ts'

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
