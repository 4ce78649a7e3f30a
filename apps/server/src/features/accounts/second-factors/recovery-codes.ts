import { randomBytes } from 'node:crypto'

import type { Context } from '#context.ts'

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
export function normalCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return code.length === LENGTH && Array.from(code).every((letter) => ALPHABET.includes(letter)) ? code : undefined
}

/** Slow like the hash of a password: 50 bits are too few for a fast one. The user's random id is the salt. */
export function hashOf(ctx: Context, userId: string, code: string): Promise<Buffer> {
  return ctx.passwords.digest(code, Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

function newCode(): string {
  const letters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return `${letters.slice(0, LENGTH / 2)}-${letters.slice(LENGTH / 2)}`
}
