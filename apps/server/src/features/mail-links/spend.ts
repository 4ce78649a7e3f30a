import { type LinkPurpose, linkState } from '@doslovno/domain/account/mail-link.ts'

import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { MailLinkRow } from '#platform/tables.ts'
import { hashToken } from '#platform/tokens.ts'

import { findByHash, spendByHash } from './repo.ts'

/** Spends a link's token, once; tells a used one from one that never was or is over. */
export async function spendLink(tx: Db, purpose: LinkPurpose, token: string, now: Date): Promise<MailLinkRow> {
  const hash = hashToken(token)
  const spent = await spendByHash(tx, purpose, hash, now)
  if (spent) return spent
  const isUsed = linkState(await findByHash(tx, purpose, hash), now) === 'used'
  if (isUsed) throw new AppError('tokenUsed')
  // The source names it so on the page of a registration.
  throw new AppError(purpose === 'register' ? 'wrongToken' : 'tokenNotValid')
}
