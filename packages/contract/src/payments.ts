import * as z from 'zod/mini'

/** A purchase that the client has yet to report to analytics; amount in roubles. */
export const PurchaseEvent = z.object({
  paymentId: z.string(),
  type: z.string(),
  tariffName: z.nullable(z.string()),
  tariffId: z.nullable(z.int()),
  minutes: z.nullable(z.int()),
  amount: z.number(),
})

export const Payment = z.object({
  createdAt: z.string(),
  amount: z.number(),
  description: z.string(),
  type: z.enum(['other', 'extraMinutes', 'tariff']),
  status: z.enum(['pending', 'success', 'cancel', 'error']),
})
