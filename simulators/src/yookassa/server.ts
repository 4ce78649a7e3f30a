import type { ServerResponse } from 'node:http'

import * as z from 'zod'

import { type Call, command, json, question, type Reply, type Routes, send } from '#http.ts'
import { createJournal } from '#journal.ts'
import { serve, type Simulator } from '#serve.ts'

import { answerApi, keyOf } from './api.ts'
import { expireOverdue } from './change.ts'
import { Close, type Commands, createCommands, Decline, MoveClock, Outage, Outcomes, Pay, Revoke } from './commands.ts'
import { answerDesk } from './desk.ts'
import { ApiError, refusal } from './errors.ts'
import { createFaults, Fault, type FaultMode } from './faults.ts'
import { createKeys } from './idempotence.ts'
import { createClock, type JournalEntry, type Shop, usualSettings } from './shop.ts'
import { answerVisit } from './visit.ts'
import { createWebhooks, WebhookPlan } from './webhooks.ts'

const TICK_MS = 200

type Options = { port: number; webhookUrl?: string | undefined; now?: () => number }

/** With the controls in process, and the state behind them. */
export type YookassaSimulator = Simulator & { commands: Commands; shop: Shop }

/** Simulates YooKassa: its API under `/v3`, its payment page under `/pay`; port 0 picks a free one. */
export async function startYookassaSimulator(options: Options): Promise<YookassaSimulator> {
  const shop = createShop(options)
  const commands = createCommands(shop)
  const routes: Routes = {
    'ALL /v3/*': (call) => (response) => respond(shop, call, response),
    'ALL /pay/*': (call) => answerVisit(shop, call),
    'ALL /': (call) => answerDesk(shop, commands, call) ?? json(404, { error: 'not_found' }),
    ...controlRoutes(commands),
  }
  const before = ({ path }: { path: string }) => void (path.startsWith('/control/') || expireOverdue(shop))
  const { url, close } = await serve({ port: options.port, routes, before })
  shop.origin = url
  const ticks = setInterval(() => tick(shop), TICK_MS).unref()
  return {
    url,
    commands,
    shop,
    close: () => {
      clearInterval(ticks)
      shop.webhooks.close()
      return close()
    },
  }
}

function createShop({ webhookUrl, now = Date.now }: Options): Shop {
  const clock = createClock(now)
  return {
    clock,
    payments: new Map(),
    refunds: new Map(),
    methods: new Map(),
    keys: createKeys(clock.now),
    faults: createFaults(),
    webhooks: createWebhooks(webhookUrl, clock.now),
    journal: createJournal(),
    settings: { ...usualSettings },
    origin: '',
  }
}

function tick(shop: Shop): void {
  expireOverdue(shop)
  void shop.webhooks.sendDue()
}

/** Answers a call of the API, or fails as planned, and writes it down. */
async function respond(shop: Shop, call: Call, response: ServerResponse): Promise<void> {
  const fault = shop.faults.take(call)
  // The caller times out or the simulator closes.
  if (fault === 'hang') return record(shop, call, { outcome: 'hang' })
  const answer = !fault || fault.endsWith('AfterCommit') ? answerApi(shop, call) : undefined
  await shop.webhooks.beforeResponse()
  if (fault === 'resetBefore' || fault === 'resetAfterCommit') {
    record(shop, call, { outcome: 'reset' })
    response.destroy()
    return
  }
  const reply = answer && !fault ? answer.reply : failure(fault)
  record(shop, call, { outcome: reply.status, isReplay: answer?.isReplay ?? false })
  send(response, reply)
}

function failure(fault: FaultMode | undefined): Reply {
  if (fault === 'tooManyRequests') return refusal(new ApiError(429, 'Too many requests'))
  if (fault === 'unavailable') return refusal(new ApiError(503, 'The service is not available'))
  return refusal(new ApiError(500, 'Something went wrong'))
}

function record(shop: Shop, call: Call, result: { outcome: JournalEntry['outcome']; isReplay?: boolean }): void {
  const { method, path } = call
  const at = new Date(shop.clock.now()).toISOString()
  shop.journal.add({ at, method, path, idempotenceKey: keyOf(call), isReplay: false, ...result })
}

/** Controls for tests over HTTP. */
function controlRoutes(commands: Commands): Routes {
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
