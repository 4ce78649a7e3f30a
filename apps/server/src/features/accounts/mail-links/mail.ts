import { type MailLinkPurpose, mailLinkPaths } from '@doslovno/domain/account/mail-link.ts'
import { type MailContent, mailTexts } from '@doslovno/texts/mails.ts'
import * as z from 'zod'

import { defineMail } from '#features/mails/index.ts'
import { AppError } from '#platform/errors.ts'
import { createOpaqueToken, hashToken } from '#platform/tokens.ts'

import { findLink, setHash } from './repo.ts'

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
  editEmail: mailTexts.editEmailConfirm,
  editPassword: mailTexts.editPasswordConfirm,
  revertEmail: mailTexts.emailChanged,
}
