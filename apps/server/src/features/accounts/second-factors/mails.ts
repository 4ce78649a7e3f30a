import { secondFactorMails } from '@doslovno/texts/account/second-factor-mails.ts'
import * as z from 'zod'

import { defineMail } from '#features/mails/index.ts'

const noticeKinds = [
  'totpAdded',
  'totpRemoved',
  'passkeyAdded',
  'passkeyRemoved',
  'recoveryCodesRenewed',
  'recoveryCodeUsed',
  'secondFactorsRemoved',
  'wrongCodes',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** Mails the owner what happened to the protection of the account. */
export const factorNotice = defineMail({
  name: 'second-factors.notice',
  data: z.object({ kind: z.enum(noticeKinds), email: z.string(), name: z.string() }),
  write: ({ config: { publicUrl } }, { kind, email, name }) => {
    const urls = { accountUrl: `${publicUrl}/account`, recoverUrl: `${publicUrl}/auth/recover-password` }
    return { to: email, content: secondFactorMails[kind]({ name, ...urls }) }
  },
})
