import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startYookassaSimulator, type YookassaSimulator } from './server.ts'
import { createMerchant, type Merchant } from './test-merchant.ts'

let simulator: YookassaSimulator
let merchant: Merchant

beforeEach(async () => {
  simulator = await startYookassaSimulator({ port: 0 })
  merchant = createMerchant(simulator)
})
afterEach(() => simulator.close())

describe('the desk of the simulator', () => {
  it('lists payments with their outcome, escaped', async () => {
    await merchant.open({ description: '<b>Pro</b>' })
    await merchant.pay()

    const page = await show()

    expect(page).toContain('&lt;b&gt;Pro&lt;/b&gt;')
    expect(page.match(/Ждёт оплаты|Оплачен/g)).toEqual(['Оплачен', 'Ждёт оплаты'])
  })

  it('lets a developer decline a saved card, accept it again and revoke it', async () => {
    const methodId = await merchant.pay({ save_payment_method: true })
    const outcomes: unknown[] = []

    for (const action of ['decline', 'accept', 'revoke']) {
      await submit({ methodId, action })
      const { body } = await merchant.charge(methodId)
      outcomes.push((body.cancellation_details as { reason: string } | undefined)?.reason ?? body.status)
    }

    expect(outcomes).toEqual(['insufficient_funds', 'succeeded', 'permission_revoked'])
    expect(await show()).toContain('Разрешение на\u00a0списания отозвано')
  })

  it('knows no strange card', async () => {
    expect((await submit({ methodId: 'nothing', action: 'revoke' })).status).toBe(404)
  })
})

const show = async () => (await fetch(simulator.url)).text()

const submit = (fields: Record<string, string>) =>
  fetch(`${simulator.url}/`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
