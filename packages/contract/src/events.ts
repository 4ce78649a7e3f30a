import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'

/** The data of an event; its id is the version too. Pages then ask for what they show, with the tags they have. */
export const VersionEvent = z.object({ version: z.int() })
export type VersionEvent = z.infer<typeof VersionEvent>

/**
 * Server-sent events: one for every change of what the user sees. With `Last-Event-ID` of the last event nothing is
 * repeated. Ends after some minutes; the client connects again.
 */
export const listenToEvents = {
  method: 'GET',
  path: '/api/events',
  auth: 'session',
  isPolled: true,
  reply: VersionEvent,
} as const satisfies Endpoint
