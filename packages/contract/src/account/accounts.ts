import { exportFormats } from '@doslovno/domain/export/formats.ts'
import * as z from 'zod/mini'

import type { Endpoint } from '#endpoint.ts'
import { Name } from '#fields.ts'
import { Payment, PurchaseEvent } from '#payments.ts'
import { TariffMeta } from '#tariffs.ts'

import { notificationTargets } from './notifications.ts'

export const User = z.object({
  id: z.string(),
  name: z.string(),
  surname: z.string(),
  email: z.nullable(z.string()),
  isSuperuser: z.boolean(),
  /** The password was set by another browser at registration and waits for `answerForPassword`. */
  isPasswordPending: z.boolean(),
  canChangeTariff: z.boolean(),
  /** Minutes of all kinds. */
  minutesRemain: z.int(),
  /** Minutes are not limited: there is no number worth showing. */
  isUnlimited: z.boolean(),
  /** Uploads left in the current period; null: unlimited. */
  availableUploads: z.nullable(z.int()),
  /** Whether a file of theirs has ever arrived, even if it was deleted since. */
  hasUploaded: z.boolean(),
  /** When the account will be deleted, if its owner asked for it. */
  deletionAt: z.nullable(z.string()),
  tariff: z.object({
    id: z.int(),
    name: z.string(),
    /** Megabytes. */
    fileSize: z.int(),
    limitFileCount: z.nullable(z.int()),
    subscriptionStatus: z.enum(['active', 'paymentFailed', 'cancelled']),
    period: z.enum(['year', 'month']),
    meta: TariffMeta,
    /** Theses left to generate; null: unlimited. */
    thesesGenerations: z.nullable(z.int()),
    isFree: z.boolean(),
  }),
})
export type User = z.infer<typeof User>

/** The account page. Dates are ISO; null if the tariff has none. */
export const AccountInfo = z.object({
  tariff: z.object({
    id: z.int(),
    name: z.string(),
    public: z.boolean(),
    isFree: z.boolean(),
    subscriptionStatus: z.enum(['active', 'paymentFailed', 'cancelled']),
    period: z.enum(['year', 'month']),
    expiredAt: z.nullable(z.string()),
    nextPaymentDate: z.nullable(z.string()),
    /** Roubles. */
    nextPaymentAmount: z.nullable(z.number()),
    nextTariff: z.nullable(z.string()),
    /** After a declined renewal: the tariff becomes free then, unless it is paid. */
    graceUntil: z.nullable(z.string()),
    nextMinutesBundleDate: z.nullable(z.string()),
    isUnlimited: z.boolean(),
    minutesRemain: z.int(),
    minutesActual: z.int(),
    maxFileSize: z.int(),
    priceMinute: z.number(),
    paymentMethodData: z.nullable(z.object({ title: z.string() })),
  }),
  minutesExtraRemain: z.int(),
  /** The whole key: pages mask it. */
  apiKey: z.nullable(z.string()),
  payments: z.array(Payment),
  notificationTargets: z.array(
    z.object({ target: z.enum(notificationTargets), formats: z.array(z.enum(exportFormats)) }),
  ),
})
export type AccountInfo = z.infer<typeof AccountInfo>

export const getAccount = {
  method: 'GET',
  path: '/api/account',
  auth: 'session',
  isPolled: true,
  isVersioned: true,
  reply: z.object({ user: User, events: z.array(PurchaseEvent) }),
} as const satisfies Endpoint

export const getAccountInfo = {
  method: 'GET',
  path: '/api/account/info',
  auth: 'session',
  isPolled: true,
  reply: AccountInfo,
} as const satisfies Endpoint

export const editAccount = {
  method: 'POST',
  path: '/api/account',
  auth: 'session',
  body: z.object({ name: Name, surname: z._default(Name, '') }),
  reply: z.object({ user: User }),
} as const satisfies Endpoint
