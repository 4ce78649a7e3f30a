import { wireText } from '@doslovno/domain/errors.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import { type MailContent, mailTexts } from '@doslovno/texts/mails.ts'

import type { WorkerContext } from '#context.ts'
import { renderMail } from '#features/mails/index.ts'
import { scriptById } from '#features/scripts/index.ts'
import type { ScriptRow } from '#platform/tables.ts'

/** Who closed the page learns by mail how it ended; an account without an address learns it on the page. */
export async function notifyOwner(ctx: WorkerContext, scriptId: string): Promise<void> {
  const script = await scriptById(ctx.db, scriptId)
  if (!script) return
  const owner = await ctx.db
    .selectFrom('users')
    .select(['email', 'name'])
    .where('id', '=', script.userId)
    .executeTakeFirst()
  const content = owner && contentOf(script, owner.name, `${ctx.config.publicUrl}/files/${scriptId}`)
  if (owner?.email && content) await ctx.mail.send(owner.email, renderMail(content))
}

/** Nothing is said of a file that is being processed again meanwhile. */
function contentOf(script: ScriptRow, name: string, link: string): MailContent | undefined {
  const { status, fileName, failureCode, unheard } = script
  if (isCompleted(status)) return mailTexts.scriptReady({ name, fileName, link, isWhole: unheard.length === 0 })
  if (status === 'process' || failureCode === null) return undefined
  return mailTexts.scriptFailed({ name, fileName, link, wireText: wireText(failureCode) })
}
