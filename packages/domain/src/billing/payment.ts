/** `tariff`: the user begins or changes a subscription. `renewal`: the next period of the same one. */
export type PaymentKind = 'minutes' | 'tariff' | 'renewal'

/** `created`: the provider may not know it yet. `pending`: it awaits the user or the bank. The other two are final. */
export type PaymentStatus = 'created' | 'pending' | 'succeeded' | 'canceled'

/** What a successful payment brought, once: minutes, a period of a subscription, or the money back. */
export type PaymentEffect = 'minutes' | 'period' | 'refund'

export type RefundStatus = PaymentStatus

/** Registration of the fiscal receipt (54-FZ). */
export type ReceiptStatus = 'pending' | 'succeeded' | 'canceled'
