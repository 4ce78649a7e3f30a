import * as z from 'zod'

import { Close, type Commands, Decline, MoveClock, Outage, Outcomes, Pay, Revoke } from './commands.ts'
import { ApiError, refusal } from './errors.ts'
import { Fault } from './faults.ts'
import { type Call, json, jsonOf, type Reply } from './http.ts'
import { WebhookPlan } from './webhooks.ts'

type Handler = (body: unknown) => unknown

/** Controls for tests over HTTP: JSON only. */
export async function answerControl(commands: Commands, call: Call): Promise<Reply> {
  const handler = routes(commands)[`${call.method} ${call.path}`]
  if (!handler) return json(404, { error: 'not_found' })
  const body = jsonOf(call)
  if (call.method === 'POST' && body === undefined) return json(415, { error: 'JSON is expected' })
  try {
    return json(200, (await handler(body)) ?? {})
  } catch (error) {
    if (error instanceof ApiError) return refusal(error)
    if (error instanceof z.ZodError) return json(400, { error: z.prettifyError(error) })
    throw error
  }
}

function routes(commands: Commands): Record<string, Handler> {
  return {
    'POST /control/pay': (body) => commands.pay(Pay.parse(body)),
    'POST /control/close': (body) => commands.close(Close.parse(body)),
    'POST /control/fail': (body) => commands.fail(Fault.parse(body)),
    'POST /control/webhooks': (body) => commands.webhooks(WebhookPlan.parse(body)),
    'POST /control/webhooks/flush': () => commands.flushWebhooks(),
    'GET /control/webhooks': () => ({ attempts: commands.attempts() }),
    'POST /control/clock': (body) => commands.moveClock(MoveClock.parse(body)),
    'POST /control/methods': (body) => commands.decline(Decline.parse(body)),
    'POST /control/methods/revoke': (body) => commands.revoke(Revoke.parse(body)),
    'POST /control/outage': (body) => commands.outage(Outage.parse(body)),
    'POST /control/outcomes': (body) => commands.setOutcomes(Outcomes.parse(body)),
    'GET /control/payments': () => ({ payments: commands.payments() }),
    'GET /control/journal': () => ({ entries: commands.journal() }),
    'POST /control/reset': () => commands.reset(),
  }
}
