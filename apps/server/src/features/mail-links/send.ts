import { type MailLinkPurpose, mailLinkPaths } from '@doslovno/domain/account/mail-link.ts'
import { type MailContent, mailTexts } from '@doslovno/texts/mails.ts'

import type { WorkerContext } from '#context.ts'
import { renderMail } from '#features/mails/index.ts'
import { AppError } from '#platform/errors.ts'
import { createOpaqueToken, hashToken } from '#platform/tokens.ts'

import { findLink, setHash } from './repo.ts'

/**
 * Skips a link that has been replaced or used. After a retry only the newest mail works. A link that expired while the
 * SMTP server was down is not mailed: its addressee has to ask again.
 */
export async function sendLinkMail(ctx: WorkerContext, linkId: string, name: string): Promise<void> {
  const link = await findLink(ctx.db, linkId)
  if (!link || link.usedAt) return
  if (link.expiresAt <= ctx.now()) throw new AppError('mailLinkExpired')
  const token = createOpaqueToken()
  await setHash(ctx.db, linkId, hashToken(token))
  const url = `${ctx.config.publicUrl}${mailLinkPaths[link.purpose]}?token=${token}`
  await ctx.mail.send(link.email, renderMail(contents[link.purpose]({ name, link: url })))
}

const contents: Record<MailLinkPurpose, (data: { name: string; link: string }) => MailContent> = {
  register: mailTexts.registerConfirm,
  recover: mailTexts.recoverPassword,
  editEmail: mailTexts.editEmailConfirm,
  editPassword: mailTexts.editPasswordConfirm,
  revertEmail: mailTexts.emailChanged,
}
