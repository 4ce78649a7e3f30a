import * as z from 'zod/mini'

import type { Endpoint } from '#endpoint.ts'
import { Done, Email, Name, Password, Token, UtmData } from '#fields.ts'

import { TokenPair } from './sessions.ts'

/** Kept by the browser that registers: tells whether the same browser opens the mailed link. */
const BrowserSecret = z.optional(z.string().check(z.minLength(32), z.maxLength(128)))

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
    browserSecret: BrowserSecret,
  }),
  reply: Done,
} as const satisfies Endpoint

/** Mails the link of an unconfirmed registration again; the reply is the same for every address. */
export const resendConfirmation = {
  method: 'POST',
  path: '/api/account/resend-confirmation',
  auth: 'none',
  body: z.object({ email: Email }),
  reply: Done,
} as const satisfies Endpoint

export const confirmMail = {
  method: 'POST',
  path: '/api/account/confirm-mail',
  auth: 'none',
  body: z.object({ token: z._default(Token, ''), browserSecret: BrowserSecret }),
  reply: TokenPair,
} as const satisfies Endpoint

/** Keeps the password set at registration by another browser, or replaces it. */
export const answerForPassword = {
  method: 'POST',
  path: '/api/account/registration-password',
  auth: 'session',
  body: z.object({ newPassword: z.optional(Password) }),
  reply: Done,
} as const satisfies Endpoint
