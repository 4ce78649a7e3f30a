import * as z from 'zod'

import { command, question } from '#control.ts'
import type { Routes } from '#http.ts'

import { Close, type Commands, Decline, MoveClock, Outage, Outcomes, Pay, Revoke } from './commands.ts'
import { ApiError, refusal } from './errors.ts'
import { Fault } from './faults.ts'
import { WebhookPlan } from './webhooks.ts'

/** Controls for tests over HTTP. */
export function controlRoutes(commands: Commands): Routes {
  const routes: Routes = {
    'POST /control/pay': command(Pay, commands.pay),
    'POST /control/close': command(Close, commands.close),
    'POST /control/fail': command(Fault, commands.fail),
    'POST /control/webhooks': command(WebhookPlan, commands.webhooks),
    'POST /control/webhooks/flush': command(z.unknown(), commands.flushWebhooks),
    'GET /control/webhooks': question(() => ({ attempts: commands.attempts() })),
    'POST /control/clock': command(MoveClock, commands.moveClock),
    'POST /control/methods': command(Decline, commands.decline),
    'POST /control/methods/revoke': command(Revoke, commands.revoke),
    'POST /control/outage': command(Outage, commands.outage),
    'POST /control/outcomes': command(Outcomes, commands.setOutcomes),
    'GET /control/payments': question(() => ({ payments: commands.payments() })),
    'GET /control/journal': question(() => ({ entries: commands.journal() })),
    'POST /control/reset': command(z.unknown(), commands.reset),
  }
  return Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, refusing(route)]))
}

/** Refusals of the shop have the form of its API. */
function refusing(route: Routes[string]): Routes[string] {
  return async (call) => {
    try {
      return await route(call)
    } catch (error) {
      if (error instanceof ApiError) return refusal(error)
      throw error
    }
  }
}
