import { webhookMails } from '@doslovno/texts/account/webhook-mails.ts'
import * as z from 'zod'

import { defineMail } from '#features/mails/index.ts'
import { contactOf } from '#features/users/index.ts'

import { findEndpoint } from './endpoint-repo.ts'

/** Tells the owner that an endpoint was switched off, unless it is on again. */
export const disabledMail = defineMail({
  name: 'webhooks.mail',
  data: z.object({ endpointId: z.uuid() }),
  write: async ({ db, config }, { endpointId }) => {
    const endpoint = await findEndpoint(db, endpointId)
    if (!endpoint?.disabledReason) return undefined
    const owner = await contactOf(db, endpoint.userId)
    if (!owner?.email) return undefined
    const { origin, pathname } = new URL(endpoint.url)
    // The query may hold a secret of the receiver.
    const about = { name: owner.name, url: `${origin}${pathname}`, link: `${config.publicUrl}/account#webhooks` }
    return { to: owner.email, content: webhookMails[endpoint.disabledReason](about) }
  },
})
