import { errorCode } from '@doslovno/domain/errors.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { type MailContent, mailTexts } from '@doslovno/texts/mails.ts'

import type { WorkerContext } from '#context.ts'
import { renderMail } from '#features/mails/index.ts'
import { scriptById } from '#features/scripts/index.ts'
import { contactOf } from '#features/users/index.ts'
import type { ScriptRow } from '#platform/tables.ts'

/** E-mails the owner the outcome; accounts without an address see it on the page only. */
export async function notifyOwner(ctx: WorkerContext, scriptId: string): Promise<void> {
  const script = await scriptById(ctx.db, scriptId)
  if (!script) return
  const owner = await contactOf(ctx.db, script.userId)
  const content = owner && contentOf(script, owner.name, `${ctx.config.publicUrl}/files/${scriptId}`)
  if (owner?.email && content) await ctx.mail.send(owner.email, renderMail(content))
}

/** Returns undefined if the file is being processed again. */
function contentOf(script: ScriptRow, name: string, link: string): MailContent | undefined {
  const { status, fileName, failureCode, unheard } = script
  if (isCompleted(status)) return mailTexts.scriptReady({ name, fileName, link, isWhole: unheard.length === 0 })
  if (status === 'process' || failureCode === null) return undefined
  return mailTexts.scriptFailed({ name, fileName, link, code: errorCode(failureCode) })
}
