import { randomUUID } from 'node:crypto'

import type { TokenPair } from '@doslovno/contract/account/sessions.ts'
import { isEmail, normalEmail } from '@doslovno/domain/account/email.ts'

import type { Context } from '#context.ts'
import { grantRegistrationBonus, startSubscription, applyPromoQuietly } from '#features/billing/index.ts'
import { isOn, type Operator, recordAudit } from '#features/operations/index.ts'
import { userByEmail, insertUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError, invalidFields } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import type { UserRow } from '#platform/tables.ts'
import { hashToken } from '#platform/tokens.ts'

import { requestLink, spendLink } from './mail-links/link.ts'
import { newPasswordProblem } from './password.ts'
import { type Consent, insertConsents } from './repo.ts'
import { openSession } from './sessions/open.ts'

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
  // Before the password is looked up at another service.
  await ctx.rateLimits.spend('registrationByAddress', client.address)
  const { name, surname, utmData, promoCode, browserSecret } = registration
  const email = normalEmail(registration.email)
  const refusal = invalidFields(await problemsOf(ctx, registration, email))
  if (refusal) throw refusal
  // Before the lookup, which reveals whether an address is taken.
  await ctx.rateLimits.spend('mailByAddress', client.address)
  await refuseTaken(ctx, email)
  await ctx.rateLimits.spend('mailToAddressee', `register ${email}`)
  const passwordHash = await ctx.passwords.hash(registration.password)
  const { address, userAgent } = client
  const consent = { acceptedAt: ctx.now().toISOString(), address, userAgent }
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

export type Person = {
  email: string | null
  name: string
  surname: string
  passwordHash: string | null
  utmData: string
  isPasswordPending?: boolean
}

/** The person themselves with their consent, or an operator. */
export type Registrar = Consent | Operator

/** Creates an account with its subscription, consents, bonus and history, for every way of registering. */
export async function createAccount(tx: Tx, person: Person, registrar: Registrar, now: Date): Promise<UserRow> {
  const user = await insertUser(tx, { id: randomUUID(), ...person })
  if (!user) throw new AppError('userExists')
  await startSubscription(tx, { userId: user.id, now })
  await grantRegistrationBonus(tx, user.id, now)
  if ('reason' in registrar) await recordAudit(tx, { kind: 'registered', userId: user.id, details: { ...registrar } })
  else {
    await insertConsents(tx, user.id, registrar)
    await recordAudit(tx, { kind: 'registered', userId: user.id, address: registrar.address })
  }
  return user
}

type Confirmation = { token: string; browserSecret?: string | undefined }

/**
 * Creates the account of a registration link and signs its owner in. If another browser registered, a stranger may
 * have set the password: it is pending until the owner answers for it.
 */
export async function confirmMail(ctx: Context, confirmation: Confirmation, client: Client): Promise<TokenPair> {
  const { token, browserSecret } = confirmation
  const now = ctx.now()
  const user = await ctx.db.transaction().execute(async (tx) => {
    const { email, payload } = await spendLink(tx, 'register', token, now)
    const { name, surname, passwordHash, utmData, promoCode, consent, browserHash } = payload as PendingAccount // by `register`
    const isPasswordPending = !browserSecret || hashToken(browserSecret).toString('hex') !== browserHash
    const person = { email, name, surname, passwordHash, utmData, isPasswordPending }
    const created = await createAccount(tx, person, { ...consent, acceptedAt: new Date(consent.acceptedAt) }, now)
    await applyPromoQuietly(ctx, tx, { userId: created.id, code: promoCode, now })
    return created
  })
  return openSession(ctx, { userId: user.id, by: 'registration', client })
}
