import type { TestShop } from '@doslovno/server/test/shop.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { isShort } from '#lab/marks.ts'
import { waitUntil } from '#scripts/services/wait.ts'

import type { Stack } from './stack.ts'

const PER_CASE = isShort ? 2 : 17
export const LIMIT_SECONDS = isShort ? 600 : 1800
const PRO = 3
const COPIES = 4
const DECLINED_CARD = '4600'

type Case = { name: string; byCard: boolean; card?: string; prepare: (shop: TestShop) => void }

/** How notifications come, and how each payment is made. */
export const cases: readonly Case[] = [
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

export type Shopper = { userId: string; token: string }

/** Somebody who has paid once, so that the card is saved. */
export async function shopperWithCard(test: TestApp, shop: TestShop, stack: Stack): Promise<Shopper> {
  const { userId = '', authorization } = await test.signIn({ tariffId: PRO })
  const shopper = { userId, token: authorization.replace('Bearer ', '') }
  const first = await order(test, stack, { ...shopper, minutes: 1, byCard: false, savesCard: true })
  shop.pay(first)
  await waitUntil('the card to be saved', LIMIT_SECONDS, async () => {
    const found = await test.ctx.db.selectFrom('paymentMethods').select('userId').executeTakeFirst()
    return found !== undefined
  })
  return shopper
}

export type Bought = { id: string; name: string; minutes: number; isPaid: boolean }
type Market = { test: TestApp; shop: TestShop; stack: Stack; shopper: Shopper }

/** Buys in every way, one after the other. */
export async function buyAll({ test, shop, stack, shopper }: Market): Promise<Bought[]> {
  const bought: Bought[] = []
  for (const { name, byCard, card, prepare } of cases)
    for (let index = 0; index < PER_CASE; index++) {
      const minutes = bought.length + 2
      prepare(shop)
      const id = await order(test, stack, { ...shopper, minutes, byCard, savesCard: false })
      if (!byCard) shop.pay(id, card)
      bought.push({ id, name, minutes, isPaid: card === undefined })
    }
  return bought
}

type Wish = Shopper & { minutes: number; byCard: boolean; savesCard: boolean }

/** Orders until there is an order, whatever dies meanwhile; on the page, until the page is open. */
async function order(test: TestApp, stack: Stack, wish: Wish): Promise<string> {
  const { userId, token, minutes, byCard, savesCard: saveCard } = wish
  const body = { minutesCount: minutes, saveCard, changePaymentMethod: !byCard }
  let id = ''
  await waitUntil('an order', LIMIT_SECONDS, async () => {
    const known = await findOrder(test, userId, minutes)
    if (known && (byCard ? known.sentAt : known.confirmationUrl)) id = known.id
    else await stack.api.call('POST', '/api/account/payment/minutes', { token, body }).catch(() => undefined)
    return id !== ''
  })
  return id
}

function findOrder({ ctx }: TestApp, userId: string, minutes: number) {
  return ctx.db
    .selectFrom('payments')
    .select(['id', 'confirmationUrl', 'sentAt'])
    .where('userId', '=', userId)
    .where('minutes', '=', minutes)
    .executeTakeFirst()
}
