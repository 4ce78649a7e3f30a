import { isEmail, normalEmail } from '@doslovno/domain/account/email.ts'
import { passwordProblem } from '@doslovno/domain/account/password.ts'

import type { Context } from '#context.ts'
import { requestLink } from '#features/mail-links/index.ts'
import { invalidFields } from '#platform/errors.ts'
import type { Client } from '#platform/route.ts'

import { findUserByEmail } from './repo.ts'

export type Registration = {
  name: string
  surname: string
  email: string
  password: string
  privacyApprove: boolean
  utmData: string
  promoCode: string
}

/** What a registration's link carries until it is opened. */
export type PendingAccount = {
  name: string
  surname: string
  passwordHash: string
  utmData: string
  promoCode: string
  consent: { acceptedAt: string; address: string; userAgent: string }
}

/** Nothing exists until the link in the mail is opened. */
export async function register(ctx: Context, registration: Registration, client: Client): Promise<void> {
  const { name, surname, utmData, promoCode } = registration
  const email = normalEmail(registration.email)
  const refusal = invalidFields(await problemsOf(ctx, registration, email))
  if (refusal) throw refusal
  await ctx.limits.spend('mailByAddress', client.address)
  await ctx.limits.spend('mailToAddressee', email)
  const passwordHash = await ctx.passwords.hash(registration.password)
  const consent = { acceptedAt: ctx.now().toISOString(), ...client }
  const payload: PendingAccount = { name, surname, passwordHash, utmData, promoCode, consent }
  await ctx.db
    .transaction()
    .execute((tx) => requestLink(ctx, tx, { purpose: 'register', userId: null, email, name, payload }))
}

async function problemsOf(ctx: Context, registration: Registration, email: string) {
  const { name, password, privacyApprove } = registration
  return {
    name: name === '' ? 'required' : undefined,
    email: await emailProblem(ctx, email),
    password: passwordProblem(password, true),
    privacyApprove: privacyApprove ? undefined : 'required',
  }
}

/** The source asks to tell here that an address is taken. */
async function emailProblem(ctx: Context, email: string): Promise<string | undefined> {
  if (!isEmail(email)) return 'auth.emailWrongFormat'
  return (await findUserByEmail(ctx.db, email)) ? 'auth.emailAlreadyTaken' : undefined
}
