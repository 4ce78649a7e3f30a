import { exportFormats } from '@doslovno/domain/export/formats.ts'
import * as z from 'zod/mini'

import type { Endpoint } from '#endpoint.ts'
import { Done, Token } from '#fields.ts'

/** `email` as the first API has it; `push`: notifications of browsers. */
export const notificationTargets = ['email', 'push'] as const
export type NotificationTarget = (typeof notificationTargets)[number]

/** First-version clients call DOCX `doc`. */
const Format = z.pipe(
  z.pipe(
    z.string(),
    z.transform((format) => (format === 'doc' ? 'docx' : format)),
  ),
  z.enum(exportFormats),
)

/** A target that is absent is switched off. `formats` are attached to the mail; the target `email` needs at least one. */
export const saveNotifications = {
  method: 'POST',
  path: '/api/account/notifications',
  auth: 'session',
  body: z.object({
    targets: z.array(z.enum(notificationTargets)).check(z.maxLength(notificationTargets.length)),
    formats: z._default(z.array(Format).check(z.maxLength(10)), []),
  }),
  reply: Done,
} as const satisfies Endpoint

/**
 * Data for subscribing; `publicKey` is null where push is switched off. `browsers`: SHA-256 of the
 * endpoints in base64url, by which a browser finds itself.
 */
export const getPush = {
  method: 'GET',
  path: '/api/account/push',
  auth: 'session',
  reply: z.object({ publicKey: z.nullable(z.string()), browsers: z.array(z.string()) }),
} as const satisfies Endpoint

const Base64Url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(200))

/** A `PushSubscription` of the Push API. */
export const subscribePush = {
  method: 'POST',
  path: '/api/account/push',
  auth: 'session',
  body: z.object({
    endpoint: z.url({ protocol: /^https?$/ }).check(z.maxLength(2000)),
    keys: z.object({ p256dh: Base64Url, auth: Base64Url }),
  }),
  reply: Done,
} as const satisfies Endpoint

export const unsubscribePush = {
  method: 'POST',
  path: '/api/account/push/unsubscribe',
  auth: 'session',
  body: z.object({ endpoint: z.string().check(z.maxLength(2000)) }),
  reply: Done,
} as const satisfies Endpoint

/** One-click unsubscribe (RFC 8058): mail services POST here with the token of the mail. */
export const unsubscribe = {
  method: 'POST',
  path: '/api/notifications/unsubscribe',
  auth: 'none',
  isForm: true,
  query: z.object({ token: Token }),
  reply: Done,
} as const satisfies Endpoint
