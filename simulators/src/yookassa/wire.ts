import { firstSix, holdEndOf, lastFour, type Method, type Payment, type Refund } from './payment.ts'
import { type ReceiptOutcome, type Shop, SHOP_ID } from './shop.ts'

const RECEIPT_MS = 5000

const iso = (moment: number) => new Date(moment).toISOString()

/** A payment as the API writes it; what is absent is left out. */
export function paymentObject(shop: Shop, payment: Payment) {
  const method = shop.methods.get(payment.methodId ?? '')
  const isPaid = payment.status === 'succeeded' || payment.status === 'waiting_for_capture'
  return {
    id: payment.id,
    status: payment.status,
    amount: amountOf(payment.amountKopecks),
    ...(payment.status === 'succeeded' && { income_amount: amountOf(incomeOf(payment.amountKopecks)) }),
    ...(payment.description !== undefined && { description: payment.description }),
    recipient: { account_id: SHOP_ID, gateway_id: '2000001' },
    ...(method && { payment_method: methodObject(method) }),
    ...(payment.capturedAt !== undefined && { captured_at: iso(payment.capturedAt) }),
    created_at: iso(payment.createdAt),
    ...(payment.status === 'waiting_for_capture' && { expires_at: iso(holdEndOf(payment)) }),
    ...(payment.status === 'pending' && payment.returnUrl && { confirmation: confirmation(shop, payment) }),
    test: true,
    ...(payment.refundedKopecks > 0 && { refunded_amount: amountOf(payment.refundedKopecks) }),
    paid: isPaid,
    refundable: payment.status === 'succeeded' && payment.refundedKopecks < payment.amountKopecks,
    ...(payment.hasReceipt && { receipt_registration: receiptOf(shop, payment) }),
    metadata: payment.metadata,
    ...(payment.cancellation && { cancellation_details: payment.cancellation }),
    ...(isPaid && { authorization_details: authorization(payment) }),
    ...(payment.customerId !== undefined && { merchant_customer_id: payment.customerId }),
  }
}

export function refundObject(shop: Shop, refund: Refund) {
  return {
    id: refund.id,
    payment_id: refund.paymentId,
    status: refund.status,
    ...(refund.status === 'canceled' && {
      cancellation_details: { party: 'refund_network', reason: 'general_decline' },
    }),
    ...(refund.hasReceipt && { receipt_registration: registrationOf(shop, refund.createdAt, refund.status) }),
    created_at: iso(refund.createdAt),
    amount: amountOf(refund.amountKopecks),
    ...(refund.description !== undefined && { description: refund.description }),
    metadata: refund.metadata,
  }
}

// YooKassa keeps its fee, 3.5 % here.
const incomeOf = (kopecks: number) => kopecks - Math.round(kopecks * 0.035)

function methodObject({ id, card, isSaved, isRevoked }: Method) {
  return {
    type: 'bank_card',
    id,
    saved: isSaved,
    status: isSaved && !isRevoked ? 'active' : 'inactive',
    title: `Bank card *${lastFour(card)}`,
    card: {
      first6: firstSix(card),
      last4: lastFour(card),
      expiry_year: '2035',
      expiry_month: '12',
      card_type: card.brand,
      issuer_country: card.brand === 'Mir' ? 'RU' : 'US',
    },
  }
}

const confirmation = ({ origin }: Shop, { id, returnUrl }: Payment) => ({
  type: 'redirect',
  return_url: returnUrl,
  confirmation_url: `${origin}/pay/${id}`,
})

const authorization = ({ id, hasPassedCode = false }: Payment) => ({
  rrn: String(Number.parseInt(id.slice(0, 8), 16)).padStart(12, '0'),
  auth_code: String(Number.parseInt(id.slice(-5), 16))
    .padStart(6, '0')
    .slice(-6),
  three_d_secure: { applied: hasPassedCode },
})

const receiptOf = (shop: Shop, { capturedAt, status }: Payment) => registrationOf(shop, capturedAt, status)

/** A receipt is registered some seconds after the money moved. */
function registrationOf({ clock, settings }: Shop, at: number | undefined, status: Payment['status']): ReceiptOutcome {
  if (status === 'canceled') return 'canceled'
  if (at === undefined || status !== 'succeeded' || clock.now() < at + RECEIPT_MS) return 'pending'
  return settings.receipts
}

/** "990.00" as kopecks. */
export const kopecksOf = (value: string): number => Number(value.replace('.', ''))

/** Kopecks as the API writes them. */
const amountOf = (kopecks: number) => ({
  value: `${Math.floor(kopecks / 100)}.${String(kopecks % 100).padStart(2, '0')}`,
  currency: 'RUB',
})
