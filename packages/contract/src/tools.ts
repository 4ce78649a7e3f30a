import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'

/** A template for summaries. */
export const SettingsTemplate = z.object({ id: z.int(), name: z.string(), description: z.string() })
export type SettingsTemplate = z.infer<typeof SettingsTemplate>

export const listSettingsTemplates = {
  method: 'GET',
  path: '/api/tools/settings-templates',
  auth: 'user',
  reply: z.object({ data: z.array(SettingsTemplate) }),
} as const satisfies Endpoint
