import { randomUUID } from 'node:crypto'

import {
  type MailLinkPurpose,
  mailLinkSeconds,
  mailLinkState,
  mailLinkPaths,
} from '@doslovno/domain/account/mail-link.ts'
import { type MailContent, mailTexts } from '@doslovno/texts/mails.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { sendMail, defineMail } from '#features/mails/index.ts'
import type { Tx, Db } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { MailLinkRow } from '#platform/tables.ts'
import { hashToken, createOpaqueToken } from '#platform/tokens.ts'

import { insertLink, findByHash, spendByHash, findLink, setHash } from './repo.ts'

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

/** Spends a link's token once. A used token gets another error than an unknown or expired one. */
export async function spendLink(
  tx: Db,
  purpose: MailLinkPurpose | readonly MailLinkPurpose[],
  token: string,
  now: Date,
): Promise<MailLinkRow> {
  const [hash, purposes] = [hashToken(token), [purpose].flat()]
  const spent = await spendByHash(tx, purposes, hash, now)
  if (spent) return spent
  const isUsed = mailLinkState(await findByHash(tx, purposes, hash), now) === 'used'
  if (isUsed) throw new AppError('tokenUsed')
  // The registration page expects this error for an invalid token.
  throw new AppError(purpose === 'register' ? 'wrongToken' : 'tokenNotValid')
}

/**
 * Generates the secret of a link, which only the mail contains: after a retry only the newest mail works. Skips a link
 * that has been replaced or used. A link that expired while the SMTP server was down is not mailed: its addressee has
 * to ask again.
 */
export const linkMail = defineMail({
  name: 'mail-links.send',
  data: z.object({ linkId: z.uuid(), name: z.string() }),
  isUrgent: true,
  write: async ({ db, config, now }, { linkId, name }) => {
    const link = await findLink(db, linkId)
    if (!link || link.usedAt) return undefined
    if (link.expiresAt <= now()) throw new AppError('mailLinkExpired')
    const token = createOpaqueToken()
    await setHash(db, linkId, hashToken(token))
    const url = `${config.publicUrl}${mailLinkPaths[link.purpose]}?token=${token}`
    return { to: link.email, content: contents[link.purpose]({ name, link: url }) }
  },
})

const contents: Record<MailLinkPurpose, (data: { name: string; link: string }) => MailContent> = {
  register: mailTexts.registerConfirm,
  recover: mailTexts.recoverPassword,
  invite: mailTexts.invite,
  editEmail: mailTexts.editEmailConfirm,
  editPassword: mailTexts.editPasswordConfirm,
  revertEmail: mailTexts.emailChanged,
}
