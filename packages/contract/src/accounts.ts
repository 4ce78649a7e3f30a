import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { TariffMeta } from './tariffs.ts'

export const providers = ['google', 'yandex', 'vk'] as const
export type Provider = (typeof providers)[number]

export const User = z.object({
  id: z.string(),
  name: z.string(),
  surname: z.string(),
  email: z.nullable(z.string()),
  isSuperuser: z.boolean(),
  canChangeTariff: z.boolean(),
  /** All minutes there are, whatever their kind. */
  minutesRemain: z.int(),
  /** Uploads left in this month of the tariff; null: no limit. */
  availableUploads: z.nullable(z.int()),
  tariff: z.object({
    id: z.int(),
    name: z.string(),
    /** Megabytes. */
    fileSize: z.int(),
    limitFileCount: z.nullable(z.int()),
    subscriptionStatus: z.enum(['active', 'paymentFailed', 'cancelled']),
    period: z.enum(['year', 'month']),
    meta: TariffMeta,
    /** Generations of theses left; null: no limit. */
    thesesGenerations: z.nullable(z.int()),
    isFree: z.boolean(),
  }),
})
export type User = z.infer<typeof User>

/** A purchase the client has not reported to analytics yet; amount in roubles. */
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

/** What the account page shows beside the user. Dates are ISO; null where the tariff has none. */
export const AccountInfo = z.object({
  tariff: z.object({
    id: z.int(),
    name: z.string(),
    public: z.boolean(),
    isFree: z.boolean(),
    expiredAt: z.nullable(z.string()),
    nextPaymentDate: z.nullable(z.string()),
    nextTariff: z.nullable(z.string()),
    nextMinutesBundleDate: z.nullable(z.string()),
    minutesRemain: z.int(),
    minutesActual: z.int(),
    maxFileSize: z.int(),
    priceMinute: z.number(),
    paymentMethodData: z.nullable(z.object({ title: z.string() })),
  }),
  minutesExtraRemain: z.int(),
  apiKey: z.nullable(z.string()),
  payments: z.array(Payment),
  notificationTargets: z.array(z.object({ target: z.literal('email'), formats: z.array(z.string()) })),
})
export type AccountInfo = z.infer<typeof AccountInfo>

export const TokenPair = z.object({ accessToken: z.string(), refreshToken: z.string() })
export type TokenPair = z.infer<typeof TokenPair>

/** A sign-in that needs consent first carries no tokens. */
export const LoginResult = z.object({
  ...z.partial(TokenPair).shape,
  needToPrivacyApprove: z.boolean(),
  isRegistration: z.boolean(),
})
export type LoginResult = z.infer<typeof LoginResult>

const Done = z.object({})
const Email = z.string().check(z.maxLength(320))
const Password = z.string().check(z.maxLength(1000))
const Token = z.string().check(z.maxLength(4000))
const Name = z.string().check(z.trim(), z.maxLength(100))
/** The query string of the page somebody came by. */
const UtmData = z._default(z.string().check(z.maxLength(2000)), '')

/** A sign-in provider that is switched on, and where its page is. */
export const ProviderView = z.object({ type: z.enum(providers), clientId: z.string(), authorizeUrl: z.string() })
export type ProviderView = z.infer<typeof ProviderView>

export const listProviders = {
  method: 'GET',
  path: '/api/account/providers',
  auth: 'none',
  reply: z.array(ProviderView),
} as const satisfies Endpoint

export const register = {
  method: 'POST',
  path: '/api/account/register',
  auth: 'none',
  body: z.object({
    name: Name,
    surname: z._default(Name, ''),
    email: Email,
    password: Password,
    privacyApprove: z.boolean(),
    utmData: UtmData,
    promoCode: z._default(z.string().check(z.maxLength(100)), ''),
  }),
  reply: Done,
} as const satisfies Endpoint

export const confirmMail = {
  method: 'POST',
  path: '/api/account/confirm-mail',
  auth: 'none',
  body: z.object({ token: z._default(Token, '') }),
  reply: TokenPair,
} as const satisfies Endpoint

export const login = {
  method: 'POST',
  path: '/api/account/login',
  auth: 'none',
  body: z.object({ email: Email, password: Password }),
  reply: LoginResult,
} as const satisfies Endpoint

const SignIn = { accessToken: Token, utmData: UtmData, isPrivacyApprove: z._default(z.boolean(), false) }

export const signByGoogle = {
  method: 'POST',
  path: '/api/account/sign-by-google',
  auth: 'none',
  body: z.object(SignIn),
  reply: LoginResult,
} as const satisfies Endpoint

export const signByYandex = {
  method: 'POST',
  path: '/api/account/sign-by-yandex',
  auth: 'none',
  body: z.object(SignIn),
  reply: LoginResult,
} as const satisfies Endpoint

export const signByVk = {
  method: 'POST',
  path: '/api/account/sign-by-vk',
  auth: 'none',
  body: z.object({
    code: Token,
    redirectUrl: z.string().check(z.maxLength(2000)),
    utmData: UtmData,
    isPrivacyApprove: z._default(z.boolean(), false),
    /** What VK ID asks of its clients today. */
    codeVerifier: z.optional(z.string().check(z.maxLength(128))),
    deviceId: z.optional(z.string().check(z.maxLength(200))),
  }),
  reply: LoginResult,
} as const satisfies Endpoint

export const logout = {
  method: 'POST',
  path: '/api/account/logout',
  auth: 'none',
  body: z.object({ refreshToken: Token }),
  reply: Done,
} as const satisfies Endpoint

export const updateToken = {
  method: 'POST',
  path: '/api/account/update-token',
  auth: 'none',
  body: z.object({ refreshToken: Token }),
  reply: TokenPair,
} as const satisfies Endpoint

export const upgradeLegacyToken = {
  method: 'POST',
  path: '/api/account/upgrade-legacy-token',
  auth: 'none',
  body: z.object({ accessToken: Token }),
  reply: TokenPair,
} as const satisfies Endpoint

export const recoverPassword = {
  method: 'POST',
  path: '/api/account/recover-password',
  auth: 'none',
  body: z.object({ email: Email }),
  reply: Done,
} as const satisfies Endpoint

export const recoverPasswordConfirm = {
  method: 'POST',
  path: '/api/account/recover-password-confirm',
  auth: 'none',
  body: z.object({ token: z._default(Token, ''), newPassword: Password }),
  reply: Done,
} as const satisfies Endpoint

export const editEmail = {
  method: 'POST',
  path: '/api/account/edit-email',
  auth: 'user',
  body: z.object({ email: Email }),
  reply: Done,
} as const satisfies Endpoint

export const editEmailConfirm = {
  method: 'POST',
  path: '/api/account/edit-email-confirm',
  auth: 'none',
  body: z.object({ token: z._default(Token, '') }),
  reply: Done,
} as const satisfies Endpoint

export const editPassword = {
  method: 'POST',
  path: '/api/account/edit-password',
  auth: 'user',
  body: z.object({ password: Password }),
  reply: Done,
} as const satisfies Endpoint

export const editPasswordConfirm = {
  method: 'POST',
  path: '/api/account/edit-password-confirm',
  auth: 'none',
  body: z.object({ token: z._default(Token, '') }),
  reply: Done,
} as const satisfies Endpoint

export const getAccount = {
  method: 'GET',
  path: '/api/account',
  auth: 'user',
  isPolled: true,
  reply: z.object({ user: User, events: z.array(PurchaseEvent) }),
} as const satisfies Endpoint

export const getAccountInfo = {
  method: 'GET',
  path: '/api/account/info',
  auth: 'user',
  isPolled: true,
  reply: AccountInfo,
} as const satisfies Endpoint

export const editAccount = {
  method: 'POST',
  path: '/api/account',
  auth: 'user',
  body: z.object({ name: Name, surname: z._default(Name, '') }),
  reply: z.object({ user: User }),
} as const satisfies Endpoint
