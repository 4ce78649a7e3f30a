import { randomInt, randomUUID } from 'node:crypto'

import type { KeyScope } from '@doslovno/contract/api-keys.ts'
import type { SessionActor } from '@doslovno/domain/access.ts'
import { apiKeyFrom, KEY_ALPHABET, KEY_SECRET_LENGTH } from '@doslovno/domain/account/api-key.ts'

import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { contactOf } from '#features/users/index.ts'
import { AppError } from '#platform/errors.ts'
import { hashToken } from '#platform/tokens.ts'

import { keyNotice } from './mails.ts'
import { replaceKey } from './repo.ts'
import { sealKey } from './seal.ts'

type NewKey = { scopes: readonly KeyScope[]; address: string }

/** Makes the only key of a user: the former one stops working at once. The owner is told by mail. */
export async function generateKey(ctx: Context, { userId }: SessionActor, wanted: NewKey): Promise<string> {
  await ctx.rateLimits.spend('apiKeysByUser', userId)
  const scopes = [...new Set(wanted.scopes)]
  const key = newKey()
  const sealed = sealKey(ctx, userId, key)
  await ctx.db.transaction().execute(async (tx) => {
    const contact = await contactOf(tx, userId)
    if (!contact) throw new AppError('needAuthorization') // a token may outlive its account
    await replaceKey(tx, { id: randomUUID(), userId, hash: hashToken(key), sealed, scopes, createdAt: ctx.now() })
    await recordAudit(tx, {
      kind: 'apiKeyCreated',
      userId,
      address: wanted.address,
      details: { scopes: scopes.join(' ') },
    })
    const { email, name } = contact
    if (email) await sendMail(ctx, tx, keyNotice, { email, name })
  })
  return key
}

function newKey(): string {
  const secret = Array.from({ length: KEY_SECRET_LENGTH }, () => KEY_ALPHABET.charAt(randomInt(KEY_ALPHABET.length)))
  return apiKeyFrom(secret.join(''))
}
