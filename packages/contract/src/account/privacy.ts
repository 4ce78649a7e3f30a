import * as z from 'zod/mini'

import type { Endpoint } from '#endpoint.ts'
import { Done, Password, Token } from '#fields.ts'

export const DataExport = z.object({
  status: z.enum(['making', 'ready', 'failed']),
  requestedAt: z.string(),
  /** Bytes, once ready. */
  size: z.nullable(z.number()),
  /** The archive is deleted then. */
  expiresAt: z.nullable(z.string()),
})
export type DataExport = z.infer<typeof DataExport>

/** Starts an archive of everything the service stores about the user; a link to it is mailed. */
export const requestExport = {
  method: 'POST',
  path: '/api/account/data-export',
  auth: 'session',
  reply: z.object({ export: DataExport }),
} as const satisfies Endpoint

export const getExport = {
  method: 'GET',
  path: '/api/account/data-export',
  auth: 'session',
  isPolled: true,
  reply: z.object({ export: z.nullable(DataExport) }),
} as const satisfies Endpoint

/** A short-lived URL of the archive, for the owner on the account page (no token) or by the mailed token. */
export const openExport = {
  method: 'POST',
  path: '/api/account/data-export/open',
  auth: 'optional',
  body: z.object({ token: z.optional(Token) }),
  reply: z.object({ url: z.string() }),
} as const satisfies Endpoint

/** Deletes the account after seven days, unless the owner changes their mind. Needs the password where there is one. */
export const deleteAccount = {
  method: 'POST',
  path: '/api/account/delete',
  auth: 'session',
  body: z.object({ password: z.optional(Password) }),
  reply: z.object({ deletionAt: z.string() }),
} as const satisfies Endpoint

export const keepAccount = {
  method: 'POST',
  path: '/api/account/keep',
  auth: 'session',
  reply: Done,
} as const satisfies Endpoint
