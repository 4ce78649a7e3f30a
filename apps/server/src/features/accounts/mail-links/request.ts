import { randomUUID } from 'node:crypto'

import { type MailLinkPurpose, mailLinkSeconds } from '@doslovno/domain/account/mail-link.ts'

import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import type { Tx } from '#platform/db.ts'

import { linkMail } from './mail.ts'
import { insertLink } from './repo.ts'

type Request = { purpose: MailLinkPurpose; userId: string | null; email: string; name: string; payload?: object }

/** Requests a mail with a link; it is sent if and only if the transaction commits. */
export async function requestLink(
  ctx: Context,
  tx: Tx,
  { purpose, userId, email, name, payload = {} }: Request,
): Promise<void> {
  const now = ctx.now()
  const id = randomUUID()
  const expiresAt = new Date(now.getTime() + mailLinkSeconds[purpose] * 1000)
  await insertLink(tx, { id, purpose, userId, email, payload: JSON.stringify(payload), createdAt: now, expiresAt })
  await sendMail(ctx, tx, linkMail, { linkId: id, name })
}
