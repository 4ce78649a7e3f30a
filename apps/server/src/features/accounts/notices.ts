import { mailTexts } from '@doslovno/texts/mails.ts'

import type { WorkerContext } from '#context.ts'
import { renderMail } from '#features/mails/index.ts'

import type { Notice } from './jobs.ts'

export async function sendNoticeMail(ctx: WorkerContext, notice: Notice): Promise<void> {
  const recoverUrl = `${ctx.config.publicUrl}/auth/recover-password`
  await ctx.mail.send(notice.email, renderMail(contentOf(notice, recoverUrl)))
}

function contentOf(notice: Notice, recoverUrl: string) {
  const { name } = notice
  switch (notice.kind) {
    case 'passwordChanged':
      return mailTexts.passwordChanged({ name, recoverUrl })
    case 'loginAlarm':
      return mailTexts.loginAlarm({ name, recoverUrl })
    case 'editEmail':
      return mailTexts.editEmailNotice({ name, newEmail: notice.newEmail, recoverUrl })
  }
}
