import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'

export const TariffMeta = z.object({
  description: z.optional(z.string()),
  popular: z.optional(z.boolean()),
  ceoContact: z.optional(z.boolean()),
  aiSettings: z.optional(z.boolean()),
  unlimitTheses: z.optional(z.boolean()),
  unlimitMinutes: z.optional(z.boolean()),
})

/** A tariff of the catalogue; prices in roubles. */
export const Tariff = z.object({
  id: z.int(),
  name: z.string(),
  meta: TariffMeta,
  priceMonth: z.number(),
  priceYear: z.number(),
  priceYearDiscount: z.number(),
  priceMinute: z.number(),
  minutes: z.int(),
  fileSize: z.int(),
  limitFileCount: z.nullable(z.int()),
  fileStorage: z.int(),
  /** Paid months left in the user's yearly plan. */
  remainedMonths: z.nullable(z.int()),
})
export type Tariff = z.infer<typeof Tariff>

export const listTariffs = {
  method: 'GET',
  path: '/api/account/tariffs',
  auth: 'optional',
  reply: z.array(Tariff),
} as const satisfies Endpoint
