import * as z from 'zod/mini'

import type { Endpoint } from '#endpoint.ts'
import { Done, Email, Password, Proof, Token } from '#fields.ts'

export const recoverPassword = {
  method: 'POST',
  path: '/api/account/recover-password',
  auth: 'none',
  body: z.object({ email: Email }),
  reply: Done,
} as const satisfies Endpoint

/** `isStolen`: also removes what was added to the account in the last three days. */
export const recoverPasswordConfirm = {
  method: 'POST',
  path: '/api/account/recover-password-confirm',
  auth: 'none',
  body: z.object({ token: z._default(Token, ''), newPassword: Password, isStolen: z._default(z.boolean(), false) }),
  reply: Done,
} as const satisfies Endpoint

/** An account that has a password or a second factor needs the proof. */
export const editEmail = {
  method: 'POST',
  path: '/api/account/edit-email',
  auth: 'session',
  body: z.extend(Proof, { email: Email }),
  reply: Done,
} as const satisfies Endpoint

export const editEmailConfirm = {
  method: 'POST',
  path: '/api/account/edit-email-confirm',
  auth: 'none',
  body: z.object({ token: z._default(Token, '') }),
  reply: Done,
} as const satisfies Endpoint

/** Restores the e-mail that the account had before a change. */
export const revertEmail = {
  method: 'POST',
  path: '/api/account/revert-email',
  auth: 'none',
  body: z.object({ token: z._default(Token, '') }),
  reply: Done,
} as const satisfies Endpoint

export const editPassword = {
  method: 'POST',
  path: '/api/account/edit-password',
  auth: 'session',
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
