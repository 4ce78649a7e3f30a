import { EXPORT_PATH } from '@doslovno/domain/account/mail-link.ts'
import { privacyMails, removedThings } from '@doslovno/texts/account/privacy-mails.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { defineMail } from '#features/mails/index.ts'
import { contactOf, userByEmail } from '#features/users/index.ts'
import { createOpaqueToken, hashToken } from '#platform/tokens.ts'

import { isExpired } from './exports.ts'
import { findExport, setToken } from './repo.ts'

/** The archive is ready, the deletion is asked for, the account is gone or has its former e-mail again. */
export const privacyMail = defineMail({
  name: 'privacy.mail',
  data: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('exportReady'), exportId: z.uuid() }),
    z.object({ kind: z.literal('deletionRequested'), email: z.string(), name: z.string(), at: z.string() }),
    z.object({ kind: z.literal('deleted'), email: z.string(), name: z.string() }),
    z.object({
      kind: z.enum(['emailReverted', 'addedRemoved']),
      email: z.string(),
      name: z.string(),
      removed: z.array(z.enum(removedThings)),
    }),
  ]),
  write: async (ctx, mail) => {
    switch (mail.kind) {
      case 'exportReady':
        return exportReady(ctx, mail.exportId)
      case 'deletionRequested': {
        const { email, name, at } = mail
        // No warning if the person has kept the account meanwhile.
        const owner = await userByEmail(ctx.db, email)
        if (!owner?.deletionDueAt) return undefined
        const link = `${ctx.config.publicUrl}/account`
        const { timeZone } = owner
        return { to: email, content: privacyMails.deletionRequested({ name, link, at: new Date(at), timeZone }) }
      }
      case 'deleted':
        return { to: mail.email, content: privacyMails.deleted({ name: mail.name }) }
      case 'emailReverted': {
        const recoverUrl = `${ctx.config.publicUrl}/auth/recover-password`
        return { to: mail.email, content: privacyMails.emailReverted({ ...mail, recoverUrl }) }
      }
      case 'addedRemoved':
        return {
          to: mail.email,
          content: privacyMails.addedRemoved({ ...mail, link: `${ctx.config.publicUrl}/account` }),
        }
    }
  },
})

/** The secret is generated here, so that it is stored nowhere. After a retry only the newest mail works. */
async function exportReady({ db, config, now }: Context, exportId: string) {
  const made = await findExport(db, exportId)
  const owner = made && (await contactOf(db, made.userId))
  if (made?.status !== 'ready' || !made.expiresAt || isExpired(made, now()) || !owner?.email) return undefined
  const token = createOpaqueToken()
  await setToken(db, exportId, hashToken(token))
  const link = `${config.publicUrl}${EXPORT_PATH}?token=${token}`
  const { email, name, timeZone } = owner
  return { to: email, content: privacyMails.exportReady({ name, link, until: made.expiresAt, timeZone }) }
}
