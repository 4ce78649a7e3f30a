import { randomInt } from 'node:crypto'

import { isEmail, normalEmail } from '@doslovno/domain/account/email.ts'
import { passwordProblem } from '@doslovno/domain/account/password.ts'

import type { Context } from '#context.ts'
import { type Operator, recordAudit } from '#features/operations/index.ts'
import { userByEmail } from '#features/users/index.ts'
import { AppError, invalidFields } from '#platform/errors.ts'
import type { UserRow } from '#platform/tables.ts'

import { requestLink } from './mail-links/link.ts'
import { newPasswordProblem } from './password.ts'
import { createAccount } from './register.ts'

/** `password` undefined: one is made. */
type Wanted = { email: string; name: string; surname: string; password?: string | undefined }
type Created = { id: string; email: string; password: string }

/** Creates an account for an operator, whose e-mail counts as confirmed. */
export async function createByHand(ctx: Context, wanted: Wanted, operator: Operator): Promise<Created> {
  const { name, surname, password = newPassword() } = wanted
  const email = normalEmail(wanted.email)
  const refusal = invalidFields({
    email: isEmail(email) ? undefined : 'auth.emailWrongFormat',
    password: await newPasswordProblem(ctx, password, true),
  })
  if (refusal) throw refusal
  const person = { email, name, surname, passwordHash: await ctx.passwords.hash(password), utmData: '' }
  const { id } = await ctx.db.transaction().execute((tx) => createAccount(tx, person, operator, ctx.now()))
  return { id, email, password }
}

type Invited = Omit<Wanted, 'password'>

/** Creates an account without a password and mails a link that sets it; a repeat mails another link. */
export async function invite(ctx: Context, invited: Invited, operator: Operator): Promise<Omit<Created, 'password'>> {
  const { name, surname } = invited
  const email = normalEmail(invited.email)
  const refusal = invalidFields({ email: isEmail(email) ? undefined : 'auth.emailWrongFormat' })
  if (refusal) throw refusal
  const person = { email, name, surname, passwordHash: null, utmData: '' }
  return ctx.db.transaction().execute(async (tx) => {
    const known = await userByEmail(tx, email)
    if (known && !isAwaited(known)) throw new AppError('userExists')
    const { id } = known ?? (await createAccount(tx, person, operator, ctx.now()))
    await requestLink(ctx, tx, { purpose: 'invite', userId: id, email, name: known?.name ?? name })
    await recordAudit(tx, { kind: 'invited', userId: id, details: { ...operator } })
    return { id, email }
  })
}

/** Whether an account still waits for its first password. */
function isAwaited({ passwordHash, disabledAt }: UserRow): boolean {
  return passwordHash === null && disabledAt === null
}

/** Without letters and digits that look alike: people type it once. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const GROUPS = 4
const GROUP_LENGTH = 5

/** A password of 116 bits that meets the rules. */
function newPassword(): string {
  const letters = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')
  const password = Array.from({ length: GROUPS }, letters).join('-')
  return passwordProblem(password, true) ? newPassword() : password
}
