import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'

/** The company that answers for sales and personal data. */
export const Seller = z.object({ name: z.string(), inn: z.string(), ogrn: z.string(), address: z.string() })
export type Seller = z.infer<typeof Seller>

/** Facts for the pages: the people behind this installation, and other servers that get data. */
export const Installation = z.object({
  supportEmail: z.string(),
  /** Null: the operator has not named one. */
  seller: z.nullable(Seller),
  /** Recordings go to a speech server. */
  sendsRecordings: z.boolean(),
  /** Texts go to a language model. */
  sendsTexts: z.boolean(),
})
export type Installation = z.infer<typeof Installation>

export const getInstallation = {
  method: 'GET',
  path: '/api/tools/installation',
  auth: 'none',
  reply: Installation,
} as const satisfies Endpoint
