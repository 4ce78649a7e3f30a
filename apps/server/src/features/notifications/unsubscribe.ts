import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

import type { Context } from '#context.ts'
import { AppError } from '#platform/errors.ts'

import { changeSettings } from './repo.ts'

const PURPOSE = 'doslovno notifications.unsubscribe'

/** Names a user in the links of a mail. It never expires, because mails are kept for years. */
export function unsubscribeToken(tokenSecret: string, userId: string): string {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signatureOf(tokenSecret, id)]).toString('base64url')
}

/** Switches the mails of the token's user off; the same for a user who is gone. */
export async function unsubscribe({ db, config }: Context, token: string): Promise<void> {
  const userId = userOf(config.tokenSecret, token)
  if (!userId) throw new AppError('tokenNotValid')
  await changeSettings(db, userId, { isEmailOn: false })
}

const ID_BYTES = 16
const TOKEN_BYTES = ID_BYTES + 32

function userOf(tokenSecret: string, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== TOKEN_BYTES) return undefined
  const id = bytes.subarray(0, ID_BYTES)
  if (!timingSafeEqual(signatureOf(tokenSecret, id), bytes.subarray(ID_BYTES))) return undefined
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function signatureOf(tokenSecret: string, id: Buffer): Buffer {
  const key = hkdfSync('sha256', tokenSecret, '', PURPOSE, 32)
  return createHmac('sha256', Buffer.from(key)).update(id).digest()
}
