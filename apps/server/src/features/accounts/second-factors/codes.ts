import { randomBytes } from 'node:crypto'

import { brand } from '@doslovno/texts/brand.ts'
import { Secret, TOTP } from 'otpauth'

import type { Context } from '#context.ts'

import { notifyOwner } from './notify.ts'
import { findTotp, spendCode, spendStep } from './repo.ts'

const SECRET_BYTES = 20
const CODE = /^\d{6}$/

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

const COUNT = 10
const LENGTH = 10
/** Crockford's base32: 5 bits a letter, and none that looks like another. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

export type RecoveryCodes = { codes: string[]; hashes: Buffer[] }

/** New codes of 50 bits for the owner to keep, and their hashes. */
export async function newRecoveryCodes(ctx: Context, userId: string): Promise<RecoveryCodes> {
  const codes = Array.from({ length: COUNT }, newCode)
  const hashes = await Promise.all(codes.map((code) => hashOf(ctx, userId, normalCode(code) ?? '')))
  return { codes, hashes }
}

/** A typed code without its dash, in small letters; undefined if it cannot be a recovery code. */
function normalCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return code.length === LENGTH && Array.from(code).every((letter) => ALPHABET.includes(letter)) ? code : undefined
}

/** Slow like the hash of a password: 50 bits are too few for a fast one. The user's random id is the salt. */
function hashOf(ctx: Context, userId: string, code: string): Promise<Buffer> {
  return ctx.passwords.digest(code, Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

function newCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}

export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** The link that an authenticator app reads from the QR code. */
export function totpUrl(secret: string, account: string): string {
  return new TOTP({ issuer: brand.name, label: account, secret }).toString()
}

/** The time step that a code belongs to; undefined for a wrong code. Clocks may be one step apart. */
export function stepOf(code: string, secret: string, now: Date): number | undefined {
  // The library compares bytes and throws for digits of other scripts.
  if (!CODE.test(code)) return undefined
  const totp = new TOTP({ secret })
  const timestamp = now.getTime()
  const drift = totp.validate({ token: code, timestamp, window: 1 })
  return drift === null ? undefined : totp.counter({ timestamp }) + drift
}
