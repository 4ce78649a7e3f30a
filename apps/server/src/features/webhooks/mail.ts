import { webhookMails } from '@doslovno/texts/account/webhook-mails.ts'

import type { WorkerContext } from '#context.ts'
import { renderMail } from '#features/mails/index.ts'
import { contactOf } from '#features/users/index.ts'

import { findEndpoint } from './endpoint-repo.ts'

/** Tells the owner that an endpoint was switched off, unless it is on again. */
export async function mailDisabled(ctx: WorkerContext, endpointId: string): Promise<void> {
  const endpoint = await findEndpoint(ctx.db, endpointId)
  if (!endpoint?.disabledReason) return
  const owner = await contactOf(ctx.db, endpoint.userId)
  if (!owner?.email) return
  const { origin, pathname } = new URL(endpoint.url)
  // The query may hold a secret of the receiver.
  const about = { name: owner.name, url: `${origin}${pathname}`, link: `${ctx.config.publicUrl}/account#webhooks` }
  await ctx.mail.send(owner.email, renderMail(webhookMails[endpoint.disabledReason](about)))
}
