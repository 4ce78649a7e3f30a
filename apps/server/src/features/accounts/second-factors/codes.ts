import type { Context } from '#context.ts'

import { notifyOwner } from './notify.ts'
import { hashOf, normalCode } from './recovery-codes.ts'
import { findTotp, spendCode, spendStep } from './repo.ts'
import { stepOf } from './totp.ts'

const APP_CODE = /^\d{6}$/

/** Spends a code of the app or a recovery code; undefined if it is wrong or was used before. */
export async function spendTypedCode(
  ctx: Context,
  userId: string,
  typed: string,
): Promise<'totp' | 'recoveryCode' | undefined> {
  const digits = typed.replaceAll(/\s/g, '')
  if (APP_CODE.test(digits)) return (await spendAppCode(ctx, userId, digits)) ? 'totp' : undefined
  return (await spendRecoveryCode(ctx, userId, typed)) ? 'recoveryCode' : undefined
}

export function openSecret(ctx: Context, userId: string, sealed: Buffer): string {
  return ctx.secrets.open(sealed, purposeOf(userId))
}

export function sealSecret(ctx: Context, userId: string, secret: string): Buffer {
  return ctx.secrets.seal(secret, purposeOf(userId))
}

function purposeOf(userId: string): string {
  return `totp ${userId}`
}

async function spendAppCode(ctx: Context, userId: string, code: string): Promise<boolean> {
  const totp = await findTotp(ctx.db, userId)
  if (!totp?.confirmedAt) return false
  const step = stepOf(code, openSecret(ctx, userId, totp.sealed), ctx.now())
  return step !== undefined && spendStep(ctx.db, userId, step)
}

async function spendRecoveryCode(ctx: Context, userId: string, typed: string): Promise<boolean> {
  const code = normalCode(typed)
  if (!code) return false
  const hash = await hashOf(ctx, userId, code)
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await spendCode(tx, userId, hash, ctx.now()))) return false
    await notifyOwner(ctx, tx, userId, 'recoveryCodeUsed')
    return true
  })
}
