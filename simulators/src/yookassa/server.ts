import { json, type Routes } from '#http.ts'
import { createJournal } from '#journal.ts'
import { serve, type Simulator } from '#serve.ts'

import { createClock } from './clock.ts'
import { type Commands, createCommands } from './commands.ts'
import { controlRoutes } from './control.ts'
import { answerDesk } from './desk.ts'
import { expireOverdue } from './expire.ts'
import { createFaults } from './faults.ts'
import { createKeys } from './idempotence.ts'
import { respond } from './respond.ts'
import { type Shop, usualSettings } from './shop.ts'
import { answerVisit } from './visit.ts'
import { createWebhooks } from './webhooks.ts'

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
