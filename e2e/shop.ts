import { expect, type Page } from '@playwright/test'

import { ports } from './environment.ts'

const shop = `http://127.0.0.1:${ports.shop}`

export const cards = {
  good: '5555555555554444',
  with3ds: '5555555555554477',
  other: '4111111111111111',
  noMoney: '5555555555554600',
} as const

/** Waits for the provider's page. */
export async function openPage(page: Page): Promise<void> {
  await page.waitForURL(new RegExp(`^${shop}/pay/`))
}

/** Pays on the provider's page, confirms at the bank where it asks, and waits to be back in the shop. */
export async function payOnPage(page: Page, card: string): Promise<void> {
  await openPage(page)
  await page.getByLabel('Номер карты').fill(card)
  await page.getByLabel('Срок действия').fill('12/35')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: /^Оплатить/ }).click()
  if (card === cards.with3ds) await page.getByRole('button', { name: 'Подтвердить' }).click()
  await page.waitForURL(/\/account/)
}

type ShopPayment = {
  id: string
  status: string
  amount: { value: string }
  payment_method?: { id: string; saved: boolean }
  metadata?: { orderId?: string; userId?: string }
}

/** The provider's records of this user's payments. */
export async function paymentsOf(userId: string): Promise<ShopPayment[]> {
  const reply = await fetch(`${shop}/control/payments`)
  const { payments } = (await reply.json()) as { payments: ShopPayment[] }
  return payments.filter(({ metadata }) => metadata?.userId === userId)
}

/** Makes the bank decline further automatic charges of the cards that this user has saved. */
export async function declineCharges(userId: string, reason: string): Promise<void> {
  for (const { payment_method: method } of await paymentsOf(userId))
    if (method?.saved) await control('methods', { methodId: method.id, decline: reason })
}

async function control(call: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(`${shop}/control/${call}`, { method: 'POST', headers, body: JSON.stringify(body) })
  expect(reply.status).toBe(200)
}
