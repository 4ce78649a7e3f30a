import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { Done, Email } from './fields.ts'

/** A template for summaries. */
export const SettingsTemplate = z.object({ id: z.int(), name: z.string(), description: z.string() })
export type SettingsTemplate = z.infer<typeof SettingsTemplate>

export const listSettingsTemplates = {
  method: 'GET',
  path: '/api/tools/settings-templates',
  auth: 'user',
  reply: z.object({ data: z.array(SettingsTemplate) }),
} as const satisfies Endpoint

/** A message to the people who run the service. */
export const sendFeedback = {
  method: 'POST',
  path: '/api/tools/send-feedback',
  auth: 'optional',
  body: z.object({
    email: Email,
    text: z.string().check(z.maxLength(5000)),
    /** The page it was written on. */
    page: z.optional(z.string().check(z.maxLength(500))),
  }),
  reply: Done,
} as const satisfies Endpoint
