import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createClock } from './clock.ts'
import { type Commands, createCommands } from './commands.ts'
import { answerControl } from './control.ts'
import { answerDesk } from './desk.ts'
import { expireOverdue } from './expire.ts'
import { createFaults } from './faults.ts'
import { type Call, json, readRequest, send } from './http.ts'
import { createKeys } from './idempotence.ts'
import { createJournal } from './journal.ts'
import { respond } from './respond.ts'
import { type Shop, usualSettings } from './shop.ts'
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
    settings: { ...usualSettings },
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
  if (call.path.startsWith('/v3/')) return respond(shop, call, response)
  if (call.path.startsWith('/pay/')) return send(response, answerVisit(shop, call))
  send(response, answerDesk(shop, commands, call) ?? json(404, { error: 'not_found' }))
}
