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
])

/** Notifies a user of a change to their account. */
export const accountNotice = defineMail({
  name: 'accounts.notice',
  data: Notice,
  write: (ctx, notice) => ({ to: notice.email, content: contentOf(notice, recoverUrlOf(ctx)) }),
})

function contentOf(notice: z.output<typeof Notice>, recoverUrl: string) {
  const { name } = notice
  switch (notice.kind) {
    case 'passwordChanged':
      return mailTexts.passwordChanged({ name, recoverUrl })
    case 'editEmail':
      return mailTexts.editEmailNotice({ name, newEmail: notice.newEmail, recoverUrl })
  }
}

function recoverUrlOf({ config }: Context): string {
  return `${config.publicUrl}/auth/recover-password`
}
