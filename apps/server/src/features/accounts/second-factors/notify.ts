import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import { type AuditKind, recordAudit } from '#features/operations/index.ts'
import { contactOf } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'

import { factorNotice, type NoticeKind } from './mails.ts'

/** Mails the owner, if the account has an address. */
export async function notifyOwner(ctx: Context, tx: Tx, userId: string, kind: NoticeKind): Promise<void> {
  const owner = await contactOf(tx, userId)
  if (owner?.email) await sendMail(ctx, tx, factorNotice, { kind, email: owner.email, name: owner.name })
}

type Change = { kind: NoticeKind & AuditKind; userId: string; address?: string; details?: Record<string, string> }

/** Adds a change of the protection to the history, and mails the owner. */
export async function recordChange(ctx: Context, tx: Tx, change: Change): Promise<void> {
  await recordAudit(tx, change)
  await notifyOwner(ctx, tx, change.userId, change.kind)
}
