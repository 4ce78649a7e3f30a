import { sendFeedback as sendFeedbackEndpoint } from '@doslovno/contract/tools.ts'

import type { Context } from '#context.ts'
import type { Routes } from '#platform/http/route.ts'

import { sendFeedback } from './send.ts'

export function feedbackRoutes(routes: Routes, ctx: Context): void {
  routes.add(sendFeedbackEndpoint, async ({ body }, actor, { ip }) => {
    await sendFeedback(ctx, body, { actor, address: ip })
    return {}
  })
}
