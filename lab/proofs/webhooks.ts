import { setTimeout as wait } from 'node:timers/promises'

import { auditLedger } from '@doslovno/server/features/billing/index.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import { assertLedgerExact } from '@doslovno/server/test/ledger.ts'
import { countJobs } from '@doslovno/server/test/run-jobs.ts'
import { startTestShop, type TestShop } from '@doslovno/server/test/shop.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'
import type { TestWorker } from '@doslovno/server/test/worker.ts'

import { freshApp, PRO } from '#lab/app.ts'
import { isShort } from '#lab/arguments.ts'
import { atEnd } from '#lab/ends.ts'
import { log, mark } from '#lab/marks.ts'
import { type ApiProcess, startApi, startWorker } from '#lab/processes.ts'
import { seededRandom } from '#lab/random.ts'
import { withOwnServers } from '#lab/servers.ts'
import { postgres } from '#scripts/services/postgres.ts'
import { redis } from '#scripts/services/redis.ts'
import { mail } from '#scripts/services/simulators.ts'
import { waitUntil } from '#scripts/services/wait.ts'

const PER_CASE = isShort ? 2 : 17
const LIMIT_SECONDS = isShort ? 600 : 1800
const KILL_EVERY_MS = isShort ? ([2500, 5000] as const) : ([1500, 3500] as const)
const COPIES = 4
const DECLINED_CARD = '4600'

type Case = { name: string; byCard: boolean; card?: string; prepare: (shop: TestShop) => void }

/** How notifications come, and how each payment is made. */
const cases: readonly Case[] = [
  { name: 'duplicated', byCard: false, prepare: (shop) => shop.webhooks({ mode: 'duplicate', copies: COPIES }) },
  { name: 'reordered', byCard: false, prepare: (shop) => shop.webhooks({ mode: 'reordered' }) },
  { name: 'early', byCard: true, prepare: (shop) => shop.webhooks({ mode: 'beforeResponse' }) },
  { name: 'late', byCard: false, prepare: (shop) => shop.webhooks({ mode: 'off' }) },
  { name: 'answer lost', byCard: true, prepare: loseAnswer },
  { name: 'declined', byCard: false, card: DECLINED_CARD, prepare: (shop) => shop.webhooks({ mode: 'on' }) },
]

/** The card is charged, but neither the answer nor that to the first repeat arrives. */
function loseAnswer(shop: TestShop): void {
  shop.webhooks({ mode: 'on' })
  shop.fail({ mode: 'resetAfterCommit', times: 2, match: { method: 'POST', path: '/v3/payments' } })
}

type Shopper = { userId: string; token: string }
type Bought = { id: string; name: string; minutes: number; isPaid: boolean }
type Market = { test: TestApp; shop: TestShop; api: ApiProcess; worker: TestWorker }

/** Notifications come in every way while API and worker are killed; each payment grants once. */
export const main = () => withOwnServers([postgres, redis, mail], prove)

async function prove(): Promise<void> {
  const test = await freshApp()
  const port = await freePort()
  const shop = await startTestShop({ webhookUrl: `http://127.0.0.1:${port}/api/payments/yookassa` })
  atEnd(() => shop.closeServer())
  const newApi = () => startApi(test.config, shop.env, { port })
  const newWorker = () => startWorker(test.config, { ...shop.env, WORKER_ROLES: 'billing,mail', LOG_LEVEL: 'info' })
  const market: Market = { test, shop, api: await newApi(), worker: await newWorker() }
  const shopper = await shopperWithCard(market)
  const chaos = startChaos(async (isApi) => {
    await market[isApi ? 'api' : 'worker'].kill('SIGKILL')
    if (isApi) market.api = await newApi()
    else market.worker = await newWorker()
  })
  const bought = await buyAll(market, shopper)
  await waitUntil('all payments to be decided', LIMIT_SECONDS, () => isDecided(test))
  const kills = await chaos.stop()
  await repeatNotifications(market)
  await waitUntil('all jobs to end', LIMIT_SECONDS, async () => (await countJobs(test.ctx.db, 'billing')) === 0)
  log(`${kills} processes killed by SIGKILL`)
  await verify(test, shop, bought, shopper)
}

/** Kills the API and the worker in turn, at any moment; seeded, so that every run kills at the same moments. */
function startChaos(restart: (isApi: boolean) => Promise<void>) {
  const random = seededRandom('webhooks')
  const state = { isOn: true, kills: 0 }
  const run = async () => {
    while (state.isOn) {
      const [least, most] = KILL_EVERY_MS
      await wait(least + random.next() * (most - least))
      await restart(state.kills++ % 2 === 0)
    }
  }
  const done = run()
  const stop = async () => {
    state.isOn = false
    await done
    return state.kills
  }
  return { stop }
}

/** Somebody who has paid once, so that the card is saved. */
async function shopperWithCard(market: Market): Promise<Shopper> {
  const { test, shop } = market
  const { userId = '', authorization } = await test.signIn({ tariffId: PRO })
  const shopper = { userId, token: authorization.replace('Bearer ', '') }
  shop.pay(await order(market, { ...shopper, minutes: 1, byCard: false, savesCard: true }))
  const saved = () => test.ctx.db.selectFrom('paymentMethods').select('userId').executeTakeFirst()
  await waitUntil('the card to be saved', LIMIT_SECONDS, async () => (await saved()) !== undefined)
  return shopper
}

/** Buys in every way, one after the other. */
async function buyAll(market: Market, shopper: Shopper): Promise<Bought[]> {
  const bought: Bought[] = []
  for (const { name, byCard, card, prepare } of cases)
    for (let index = 0; index < PER_CASE; index++) {
      const minutes = bought.length + 2
      prepare(market.shop)
      const id = await order(market, { ...shopper, minutes, byCard, savesCard: false })
      if (!byCard) market.shop.pay(id, card)
      bought.push({ id, name, minutes, isPaid: card === undefined })
    }
  return bought
}

type Wish = Shopper & { minutes: number; byCard: boolean; savesCard: boolean }

/** Orders until there is an order, whatever dies meanwhile; on the page, until the page is open. */
async function order(market: Market, wish: Wish): Promise<string> {
  const { userId, token, minutes, byCard, savesCard: saveCard } = wish
  const body = { minutesCount: minutes, saveCard, changePaymentMethod: !byCard }
  const find = () =>
    market.test.ctx.db
      .selectFrom('payments')
      .select(['id', 'confirmationUrl', 'sentAt'])
      .where('userId', '=', userId)
      .where('minutes', '=', minutes)
      .executeTakeFirst()
  let id = ''
  await waitUntil('an order', LIMIT_SECONDS, async () => {
    const known = await find()
    if (known && (byCard ? known.sentAt : known.confirmationUrl)) id = known.id
    else await market.api.call('POST', '/api/account/payment/minutes', { token, body }).catch(() => undefined)
    return id !== ''
  })
  return id
}

async function isDecided({ ctx }: TestApp): Promise<boolean> {
  const open = ctx.db.selectFrom('payments').select('id').where('status', 'in', ['created', 'pending'])
  return (await open.executeTakeFirst()) === undefined
}

/** Late notifications, and all of them once more. */
async function repeatNotifications({ shop, api }: Market): Promise<void> {
  await shop.flushWebhooks()
  const statuses: number[] = []
  for (const { id } of shop.payments())
    statuses.push((await api.call('POST', '/api/payments/yookassa', { body: shop.notification(id) })).status)
  const refused = statuses.filter((status) => status !== 200)
  mark('every repeated notification is accepted', refused.join(', ') || 'yes', refused.length === 0)
}

async function verify(test: TestApp, shop: TestShop, bought: readonly Bought[], { userId }: Shopper): Promise<void> {
  const { db } = test.ctx
  const lots = await db.selectFrom('lots').selectAll().where('userId', '=', userId).execute()
  const grantsOf = (id: string) => lots.filter(({ source }) => source === `payment:${id}`)
  const deliveries = shop.deliveries()
  for (const { name } of cases) {
    const mine = bought.filter((one) => one.name === name)
    const providerIds = new Set(mine.map(({ id }) => shop.payment(id).id))
    const told = deliveries.filter(({ objectId }) => providerIds.has(objectId))
    const accepted = told.filter(({ outcome }) => outcome === 200).length
    const grants = mine.flatMap(({ id }) => grantsOf(id)).length
    log(`${name.padEnd(12)} ${mine.length} payments, ${told.length} notifications sent, ${accepted} accepted, ${grants} grants`) // prettier-ignore
  }
  const wrong = bought.filter(({ id, minutes, isPaid }) => {
    const granted = grantsOf(id).map(({ grantedSeconds }) => grantedSeconds)
    return granted.join() !== (isPaid ? String(minutes * 60) : '')
  })
  mark('exactly one grant per payment', `${wrong.length} wrong of ${bought.length}`, wrong.length === 0)
  const charges = shop.payments().length
  mark('one charge per payment at the provider', String(charges), charges === bought.length + 1)
  await assertLedgerExact(db, userId)
  const findings = await auditLedger(test.ctx)
  mark('the audit of the ledger is clean', JSON.stringify(findings), findings.length === 0)
}
