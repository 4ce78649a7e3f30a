import { webhookMails } from '@doslovno/texts/account/webhook-mails.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { defineMail } from '#features/mails/index.ts'
import { contactOf } from '#features/users/index.ts'
import type { WebhookEndpointRow } from '#platform/tables/account.ts'

import { findEndpoint } from './endpoint-repo.ts'

/** Tells the owner that an endpoint was switched off, unless it is on again. */
export const disabledMail = defineMail({
  name: 'webhooks.mail',
  data: z.object({ endpointId: z.uuid() }),
  write: async ({ db, config }, { endpointId }) => {
    const endpoint = await findEndpoint(db, endpointId)
    const owned = endpoint && (await aboutOf({ db, config }, endpoint))
    if (!owned || !endpoint.disabledReason) return undefined
    return { to: owned.email, content: webhookMails[endpoint.disabledReason](owned.about) }
  },
})

/** Tells the owner that an endpoint has another address. */
export const movedMail = defineMail({
  name: 'webhooks.moved',
  data: z.object({ endpointId: z.uuid() }),
  write: async (ctx, { endpointId }) => {
    const endpoint = await findEndpoint(ctx.db, endpointId)
    const owned = endpoint && (await aboutOf(ctx, endpoint))
    return owned && { to: owned.email, content: webhookMails.moved(owned.about) }
  },
})

async function aboutOf({ db, config }: Pick<Context, 'db' | 'config'>, { userId, url }: WebhookEndpointRow) {
  const owner = await contactOf(db, userId)
  if (!owner?.email) return undefined
  const { origin, pathname } = new URL(url)
  // The query may hold a secret of the receiver.
  const about = { name: owner.name, url: `${origin}${pathname}`, link: `${config.publicUrl}/account#webhooks` }
  return { email: owner.email, about }
}
