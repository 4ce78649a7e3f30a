import assert from 'node:assert/strict'

import { auditLedger } from '@doslovno/server/features/billing/index.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import { assertLedgerExact } from '@doslovno/server/test/ledger.ts'
import { countJobs } from '@doslovno/server/test/run-jobs.ts'
import { startTestShop, type TestShop } from '@doslovno/server/test/shop.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { createFreshApp } from '#lab/app.ts'
import { mail } from '#scripts/services/mail.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { redis } from '#scripts/services/redis.ts'
import { waitUntil } from '#scripts/services/wait.ts'

import { hasOwnServers } from '#lab/servers.ts'
import { type Bought, buyAll, cases, LIMIT_SECONDS, type Shopper, shopperWithCard } from './webhooks/market.ts'
import { type Stack, startChaos, startStack } from './webhooks/stack.ts'

/** `pnpm proof webhooks [--short]`: notifications come in every way while API and worker are killed; each payment grants once. */
export async function main(): Promise<void> {
  if (!(await hasOwnServers())) return
  const services = [postgres, redis, mail]
  try {
    for (const service of services) {
      await service.start()
      await service.prepare?.()
    }
    await prove()
  } finally {
    for (const service of services.toReversed()) await service.stop()
  }
}

async function prove(): Promise<void> {
  const { test, close } = await createFreshApp()
  const port = await freePort()
  const shop = await startTestShop({ webhookUrl: `http://127.0.0.1:${port}/api/payments/yookassa` })
  const stack = await startStack(test, shop, port)
  try {
    const shopper = await shopperWithCard(test, shop, stack)
    const chaos = startChaos(stack)
    const bought = await buyAll({ test, shop, stack, shopper })
    await waitUntil('all payments to be decided', LIMIT_SECONDS, () => isDecided(test))
    await chaos.stop()
    await repeatNotifications(stack, shop)
    await waitUntil('all jobs to end', LIMIT_SECONDS, async () => (await countJobs(test.ctx.db, 'billing')) === 0)
    await verify(test, shop, { bought, shopper, kills: chaos.kills() })
  } finally {
    await stack.stop()
    await shop.closeServer()
    await close()
  }
}

async function isDecided({ ctx }: TestApp): Promise<boolean> {
  const open = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('status', 'in', ['created', 'pending'])
    .executeTakeFirst()
  return open === undefined
}

/** Late notifications, and all of them once more. */
async function repeatNotifications(stack: Stack, shop: TestShop): Promise<void> {
  await shop.flushWebhooks()
  for (const { id } of shop.payments()) {
    const reply = await stack.api.call('POST', '/api/payments/yookassa', { body: shop.notification(id) })
    assert.equal(reply.status, 200, 'a notification was not accepted')
  }
}

type Outcome = { bought: readonly Bought[]; shopper: Shopper; kills: number }

async function verify(test: TestApp, shop: TestShop, { bought, shopper, kills }: Outcome): Promise<void> {
  const { db } = test.ctx
  const lots = await db.selectFrom('lots').selectAll().where('userId', '=', shopper.userId).execute()
  const grantsOf = (id: string) => lots.filter(({ source }) => source === `payment:${id}`)
  const deliveries = shop.deliveries()
  for (const { name } of cases) {
    const mine = bought.filter((one) => one.name === name)
    const providerIds = new Set(mine.map(({ id }) => shop.payment(id).id))
    const told = deliveries.filter(({ objectId }) => providerIds.has(objectId))
    const grants = mine.flatMap(({ id }) => grantsOf(id))
    console.log(
      `${name.padEnd(12)} ${mine.length} payments, ${told.length} notifications sent, ` +
        `${told.filter(({ outcome }) => outcome === 200).length} accepted, ${grants.length} grants`,
    )
  }
  for (const { id, minutes, isPaid } of bought)
    assert.deepEqual(grantsOf(id).map(({ grantedSeconds }) => grantedSeconds), isPaid ? [minutes * 60] : []) // prettier-ignore
  assert.equal(shop.payments().length, bought.length + 1, 'payments at the provider')
  await assertLedgerExact(db, shopper.userId)
  assert.deepEqual(await auditLedger(test.ctx), [], 'findings of the audit')
  console.log(`${kills} processes killed by SIGKILL; exactly one grant per payment, the audit is clean`)
}
