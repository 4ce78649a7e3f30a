import { mailTexts } from '@doslovno/texts/mails.ts'

import type { WorkerContext } from '#context.ts'
import { renderMail } from '#features/mails/index.ts'
import { userByEmail } from '#features/users/index.ts'

import type { Notice } from './jobs.ts'

export async function sendNoticeMail(ctx: WorkerContext, notice: Notice): Promise<void> {
  await ctx.mail.send(notice.email, renderMail(contentOf(notice, recoverUrlOf(ctx))))
}

/** Warns about many wrong passwords, if an account has the address. */
export async function sendAlarm(ctx: WorkerContext, email: string): Promise<void> {
  const user = await userByEmail(ctx.db, email)
  if (!user) return
  await ctx.mail.send(email, renderMail(mailTexts.loginAlarm({ name: user.name, recoverUrl: recoverUrlOf(ctx) })))
}

function recoverUrlOf(ctx: WorkerContext): string {
  return `${ctx.config.publicUrl}/auth/recover-password`
}

function contentOf(notice: Notice, recoverUrl: string) {
  const { name } = notice
  switch (notice.kind) {
    case 'passwordChanged':
      return mailTexts.passwordChanged({ name, recoverUrl })
    case 'editEmail':
      return mailTexts.editEmailNotice({ name, newEmail: notice.newEmail, recoverUrl })
  }
}
