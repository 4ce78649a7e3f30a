import { type MailLinkPurpose, mailLinkState } from '@doslovno/domain/account/mail-link.ts'

import type { Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { MailLinkRow } from '#platform/tables.ts'
import { hashToken } from '#platform/tokens.ts'

import { findByHash, spendByHash } from './repo.ts'

/** Spends a link's token once. A used token gets another error than an unknown or expired one. */
export async function spendLink(tx: Db, purpose: MailLinkPurpose, token: string, now: Date): Promise<MailLinkRow> {
  const hash = hashToken(token)
  const spent = await spendByHash(tx, purpose, hash, now)
  if (spent) return spent
  const isUsed = mailLinkState(await findByHash(tx, purpose, hash), now) === 'used'
  if (isUsed) throw new AppError('tokenUsed')
  // The registration page expects this error for an invalid token.
  throw new AppError(purpose === 'register' ? 'wrongToken' : 'tokenNotValid')
}
