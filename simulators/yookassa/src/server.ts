import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { answerApi, keyOf } from './api.ts'
import { createClock } from './clock.ts'
import { type Commands, createCommands } from './commands.ts'
import { answerControl } from './control.ts'
import { ApiError, refusal } from './errors.ts'
import { createFaults } from './faults.ts'
import { type Call, json, readRequest, type Reply, send } from './http.ts'
import { createKeys } from './idempotence.ts'
import { createJournal, type JournalEntry } from './journal.ts'
import { expireOverdue } from './payments.ts'
import type { Shop } from './shop.ts'
import { answerVisit } from './visit.ts'
import { createWebhooks } from './webhooks.ts'

// Local only: anybody may control it.
const host = '127.0.0.1'
const TICK_MS = 200

type Options = { port: number; webhookUrl?: string | undefined; now?: () => number }

export type YookassaSimulator = {
  url: string
  /** The controls in process, and the state behind them. */
  commands: Commands
  shop: Shop
  close(): Promise<void>
}

/** Simulates YooKassa: its API under `/v3`, its payment page under `/pay`; port 0 picks a free one. */
export async function startYookassaSimulator(options: Options): Promise<YookassaSimulator> {
  const shop = createShop(options)
  const commands = createCommands(shop)
  const server = createServer((request, response) => {
    readRequest(request)
      .then((call) => answer(shop, commands, call, response))
      .catch(() => response.destroy())
  }).listen(options.port, host)
  await once(server, 'listening').catch((cause: unknown) => {
    throw new Error('The port is taken', { cause })
  })
  // A server listening on a host and port always has an address of this shape.
  const url = `http://${host}:${(server.address() as AddressInfo).port}`
  shop.origin = url
  const ticks = setInterval(() => tick(shop), TICK_MS).unref()
  const close = async () => {
    clearInterval(ticks)
    shop.webhooks.close()
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { url, commands, shop, close }
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
    settings: { receipts: 'succeeded', refunds: 'succeeded' },
    origin: '',
  }
}

function tick(shop: Shop): void {
  expireOverdue(shop)
  void shop.webhooks.sendDue()
}

async function answer(shop: Shop, commands: Commands, call: Call, response: ServerResponse): Promise<void> {
  if (call.path.startsWith('/control/')) return send(response, await answerControl(commands, call))
  expireOverdue(shop)
  if (call.path.startsWith('/v3/')) return answerOrFail(shop, call, response)
  send(response, call.path.startsWith('/pay/') ? answerVisit(shop, call) : json(404, { error: 'not_found' }))
}

async function answerOrFail(shop: Shop, call: Call, response: ServerResponse): Promise<void> {
  const fault = shop.faults.take(call)
  const record = (outcome: JournalEntry['outcome'], isReplay = false) =>
    shop.journal.add({
      at: new Date(shop.clock.now()).toISOString(),
      method: call.method,
      path: call.path,
      idempotenceKey: keyOf(call),
      outcome,
      isReplay,
    })
  const reply = (answered: Reply, isReplay = false) => {
    record(answered.status, isReplay)
    send(response, answered)
  }
  // The caller times out or the simulator closes.
  if (fault === 'hang') return record('hang')
  const isCommitted = !fault || fault.endsWith('AfterCommit')
  const answered = isCommitted ? answerApi(shop, call) : undefined
  await shop.webhooks.beforeResponse()
  if (fault === 'resetBefore' || fault === 'resetAfterCommit') {
    record('reset')
    response.destroy()
    return
  }
  if (fault === 'tooManyRequests') return reply(refusal(new ApiError(429, 'Too many requests')))
  if (fault === 'unavailable') return reply(refusal(new ApiError(503, 'The service is not available')))
  if (!answered || fault) return reply(refusal(new ApiError(500, 'Something went wrong')))
  reply(answered.reply, answered.isReplay)
}
