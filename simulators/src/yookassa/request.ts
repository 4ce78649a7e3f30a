import * as z from 'zod'

import { ApiError } from './errors.ts'
import { kopecksOf } from './wire.ts'

/** A card pays from 1 to 350 000 roubles at a time. */
const LEAST_KOPECKS = 100
const MOST_KOPECKS = 35_000_000

const Amount = z.object({ value: z.string().regex(/^\d+\.\d{2}$/), currency: z.literal('RUB') })

const Metadata = z
  .record(z.string().min(1).max(32), z.string().max(512))
  .refine((pairs) => Object.keys(pairs).length <= 16, 'Too many keys')
  .default({})

const Item = z.object({
  description: z.string().min(1).max(128),
  quantity: z.number().positive().max(99_999.999),
  amount: Amount,
  vat_code: z.int().min(1).max(12),
  payment_subject: z.string().optional(),
  payment_mode: z
    .enum([
      'full_prepayment',
      'partial_prepayment',
      'advance',
      'full_payment',
      'partial_payment',
      'credit',
      'credit_payment',
    ])
    .optional(),
  measure: z.string().optional(),
})

const Receipt = z.object({
  customer: z
    .object({
      email: z.email().optional(),
      phone: z
        .string()
        .regex(/^\d{4,15}$/)
        .optional(),
    })
    .refine(({ email, phone }) => email ?? phone, 'An e-mail or a phone is required'),
  items: z.array(Item).min(1).max(80),
  tax_system_code: z.int().min(1).max(6).optional(),
})
type Receipt = z.infer<typeof Receipt>

export const NewPayment = z.object({
  amount: Amount,
  capture: z.boolean().default(false),
  description: z.string().max(128).optional(),
  payment_method_id: z.string().min(1).optional(),
  payment_method_data: z.object({ type: z.literal('bank_card') }).optional(),
  save_payment_method: z.boolean().default(false),
  confirmation: z
    .object({
      type: z.literal('redirect'),
      return_url: z.url({ protocol: /^https?$/ }).max(2048),
      locale: z.enum(['ru_RU', 'en_US']).optional(),
    })
    .optional(),
  merchant_customer_id: z.string().max(200).optional(),
  metadata: Metadata,
  receipt: Receipt.optional(),
})
export type NewPayment = z.infer<typeof NewPayment>

export const NewRefund = z.object({
  payment_id: z.string().length(36),
  amount: Amount,
  description: z.string().max(250).optional(),
  metadata: Metadata,
  receipt: Receipt.optional(),
})

export const Capture = z.object({ amount: Amount.optional(), receipt: Receipt.optional() })

/** Reads a body, or refuses it naming the first wrong parameter. */
export function read<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ApiError(400, issue?.message ?? 'Invalid body', issue?.path.join('.') || undefined)
}

export function payableKopecks(value: string): number {
  const kopecks = kopecksOf(value)
  if (kopecks < LEAST_KOPECKS || kopecks > MOST_KOPECKS)
    throw new ApiError(400, 'The amount is outside the limits of the payment method', 'amount.value')
  return kopecks
}

export function checkReceipt(receipt: Receipt | undefined, kopecks: number): void {
  if (!receipt) return
  const sum = receipt.items.reduce((total, { amount, quantity }) => total + kopecksOf(amount.value) * quantity, 0)
  if (Math.round(sum) !== kopecks)
    throw new ApiError(400, 'The sum of the receipt differs from the amount', 'receipt.items')
}
