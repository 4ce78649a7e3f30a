import { providers } from '@doslovno/contract/account/providers.ts'
import { keyNotice as keyNoticeText } from '@doslovno/texts/account/api-access.ts'
import { providerMails, secondFactorMails } from '@doslovno/texts/account/second-factor-mails.ts'
import { mailTexts } from '@doslovno/texts/mails.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { defineMail } from '#features/mails/index.ts'
import { userByEmail } from '#features/users/index.ts'

/** Warns the owner of an address about many wrong passwords, if there is one: the time of a reply must not reveal it. */
export const loginAlarm = defineMail({
  name: 'accounts.alarm',
  data: z.object({ email: z.string() }),
  write: async (ctx, { email }) => {
    const user = await userByEmail(ctx.db, email)
    return user && { to: email, content: mailTexts.loginAlarm({ name: user.name, recoverUrl: recoverUrlOf(ctx) }) }
  },
})

const Notice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('passwordChanged'), email: z.string(), name: z.string() }),
  z.object({ kind: z.literal('editEmail'), email: z.string(), name: z.string(), newEmail: z.string() }),
  z.object({
    kind: z.enum(['providerLinked', 'providerUnlinked']),
    email: z.string(),
    name: z.string(),
    provider: z.enum(providers),
  }),
])

/** Notifies a user of a change to their account. */
export const accountNotice = defineMail({
  name: 'accounts.notice',
  data: Notice,
  write: (ctx, notice) => ({ to: notice.email, content: contentOf(ctx, notice) }),
})

function contentOf(ctx: Context, notice: z.output<typeof Notice>) {
  const { name } = notice
  const recoverUrl = recoverUrlOf(ctx)
  switch (notice.kind) {
    case 'passwordChanged':
      return mailTexts.passwordChanged({ name, recoverUrl })
    case 'editEmail':
      return mailTexts.editEmailNotice({ name, newEmail: notice.newEmail, recoverUrl })
    case 'providerLinked':
    case 'providerUnlinked':
      return providerMails[notice.kind](notice.provider)({
        name,
        accountUrl: `${ctx.config.publicUrl}/account`,
        recoverUrl,
      })
  }
}

function recoverUrlOf({ config }: Context): string {
  return `${config.publicUrl}/auth/recover-password`
}

/** Tells the owner of an account that it has a new API key. */
export const keyNotice = defineMail({
  name: 'api-keys.notice',
  data: z.object({ email: z.string(), name: z.string() }),
  write: ({ config }, { email, name }) => ({
    to: email,
    content: keyNoticeText({ name, link: `${config.publicUrl}/account#api` }),
  }),
})

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
