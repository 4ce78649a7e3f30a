import { isEmail, normalEmail } from '@doslovno/domain/account/email.ts'

import type { Context } from '#context.ts'
import { requestLink } from '#features/accounts/mail-links/request.ts'
import { isOn } from '#features/operations/index.ts'
import { userByEmail } from '#features/users/index.ts'
import { AppError, invalidFields } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import { hashToken } from '#platform/tokens.ts'

import { newPasswordProblem } from './new-password.ts'

export type Registration = {
  name: string
  surname: string
  email: string
  password: string
  privacyApprove: boolean
  utmData: string
  promoCode: string
  browserSecret?: string | undefined
}

/** The payload of a registration link. */
export type PendingAccount = {
  name: string
  surname: string
  passwordHash: string
  utmData: string
  promoCode: string
  consent: { acceptedAt: string; address: string; userAgent: string }
  /** Hash of the secret that the registering browser keeps; null if it sent none. */
  browserHash: string | null
}

/** Mails a link; the account is created when it is opened. */
export async function register(ctx: Context, registration: Registration, client: Client): Promise<void> {
  await requireRegistration(ctx)
  const { name, surname, utmData, promoCode, browserSecret } = registration
  const email = normalEmail(registration.email)
  const refusal = invalidFields(await problemsOf(ctx, registration, email))
  if (refusal) throw refusal
  // Before the lookup, which reveals whether an address is taken.
  await ctx.rateLimits.spend('mailByAddress', client.address)
  await refuseTaken(ctx, email)
  await ctx.rateLimits.spend('mailToAddressee', `register ${email}`)
  const passwordHash = await ctx.passwords.hash(registration.password)
  const consent = { acceptedAt: ctx.now().toISOString(), ...client }
  const browserHash = browserSecret ? hashToken(browserSecret).toString('hex') : null
  const payload: PendingAccount = { name, surname, passwordHash, utmData, promoCode, consent, browserHash }
  await ctx.db
    .transaction()
    .execute((tx) => requestLink(ctx, tx, { purpose: 'register', userId: null, email, name, payload }))
}

/** The form shows the reason beside its e-mail. */
async function requireRegistration(ctx: Context): Promise<void> {
  if (await isOn(ctx, 'registration')) return
  throw new AppError('switchedOff', { fields: { email: { code: 'switchedOff', message: 'switchedOff' } } })
}

async function problemsOf(ctx: Context, registration: Registration, email: string) {
  const { name, password, privacyApprove } = registration
  return {
    name: name === '' ? 'required' : undefined,
    email: isEmail(email) ? undefined : 'auth.emailWrongFormat',
    password: await newPasswordProblem(ctx, password, true),
    privacyApprove: privacyApprove ? undefined : 'required',
  }
}

/** The specification asks to reveal here that an address is taken. */
async function refuseTaken(ctx: Context, email: string): Promise<void> {
  const owner = await userByEmail(ctx.db, email)
  const refusal = invalidFields({ email: owner && 'auth.emailAlreadyTaken' })
  if (refusal) throw refusal
}
