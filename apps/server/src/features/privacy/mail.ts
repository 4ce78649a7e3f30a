import { EXPORT_PATH } from '@doslovno/domain/account/mail-link.ts'
import { privacyMails } from '@doslovno/texts/account/privacy-mails.ts'

import type { WorkerContext } from '#context.ts'
import { renderMail } from '#features/mails/index.ts'
import { contactOf, userByEmail } from '#features/users/index.ts'
import { createOpaqueToken, hashToken } from '#platform/tokens.ts'

import type { PrivacyMail } from './jobs.ts'
import { findExport, setToken } from './repo.ts'
import { isExpired } from './request-export.ts'

export async function sendMail(ctx: WorkerContext, mail: PrivacyMail): Promise<void> {
  switch (mail.kind) {
    case 'exportReady':
      return sendLink(ctx, mail.exportId)
    case 'deletionRequested': {
      const { email, name, at } = mail
      // Whoever has kept the account meanwhile needs no warning.
      if (!(await userByEmail(ctx.db, email))?.deletionDueAt) return
      const link = `${ctx.config.publicUrl}/account`
      return ctx.mail.send(email, renderMail(privacyMails.deletionRequested({ name, link, at: new Date(at) })))
    }
    case 'deleted':
      return ctx.mail.send(mail.email, renderMail(privacyMails.deleted({ name: mail.name })))
  }
}

/** The secret is generated here, so that it is stored nowhere. After a retry only the newest mail works. */
async function sendLink(ctx: WorkerContext, exportId: string): Promise<void> {
  const made = await findExport(ctx.db, exportId)
  const owner = made && (await contactOf(ctx.db, made.userId))
  if (made?.status !== 'ready' || !made.expiresAt || isExpired(made, ctx.now()) || !owner?.email) return
  const token = createOpaqueToken()
  await setToken(ctx.db, exportId, hashToken(token))
  const link = `${ctx.config.publicUrl}${EXPORT_PATH}?token=${token}`
  const content = privacyMails.exportReady({ name: owner.name, link, until: made.expiresAt })
  await ctx.mail.send(owner.email, renderMail(content))
}
