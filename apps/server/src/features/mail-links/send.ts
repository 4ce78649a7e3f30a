import { type LinkPurpose, linkPaths } from '@doslovno/domain/account/mail-link.ts'
import { type MailContent, mailTexts } from '@doslovno/texts/mails.ts'

import type { WorkerContext } from '#context.ts'
import { renderMail } from '#features/mails/index.ts'
import { createOpaqueToken, hashToken } from '#platform/tokens.ts'

import { findLink, setHash } from './repo.ts'

/** A link that was replaced or used meanwhile needs no mail. Sent again after a crash, only the newest mail works. */
export async function sendLinkMail(ctx: WorkerContext, linkId: string, name: string): Promise<void> {
  const link = await findLink(ctx.db, linkId)
  if (!link || link.usedAt || link.expiresAt <= ctx.now()) return
  const token = createOpaqueToken()
  await setHash(ctx.db, linkId, hashToken(token))
  const url = `${ctx.config.publicUrl}${linkPaths[link.purpose]}?token=${token}`
  await ctx.mail.send(link.email, renderMail(contents[link.purpose]({ name, link: url })))
}

const contents: Record<LinkPurpose, (data: { name: string; link: string }) => MailContent> = {
  register: mailTexts.registerConfirm,
  recover: mailTexts.recoverPassword,
  editEmail: mailTexts.editEmailConfirm,
  editPassword: mailTexts.editPasswordConfirm,
}
