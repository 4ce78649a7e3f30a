import { randomUUID } from 'node:crypto'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { startYookassaSimulator, type YookassaSimulator } from './server.ts'
import { createMerchant, RETURN_URL } from './test-merchant.ts'

let simulator: YookassaSimulator
let nowMs: number
let url: string
let id: string

beforeEach(async () => {
  nowMs = Date.parse('2026-11-01T10:00:00.000Z')
  simulator = await startYookassaSimulator({ port: 0, now: () => nowMs })
  const payment = await createMerchant(simulator).open({
    amount: { value: '1990.50', currency: 'RUB' },
    description: '"><script>alert(1)</script>',
  })
  id = payment.id
  url = `${simulator.url}/pay/${id}`
})
afterEach(() => simulator.close())

describe('the payment page', () => {
  it('shows the sum and every test card, without a script', async () => {
    const reply = await fetch(url)
    const page = await reply.text()

    expect(page).toContain('1\u00a0990,50\u00a0₽')
    expect(page).toContain('Оплатить можно ещё 60\u00a0минут')
    expect(page.match(/name="card"/g)).toHaveLength(18)
    expect(page).not.toContain('<script')
    expect(reply.headers.get('content-security-policy')).toContain("form-action 'self' http://127.0.0.1:5173")
  })

  it('pays with one click on a test card and returns to the shop', async () => {
    const reply = await submit({ card: '5555555555554444' })

    expect(reply).toEqual({ status: 303, location: RETURN_URL, page: '' })
    expect(status()).toBe('succeeded')
  })

  it('takes a typed card', async () => {
    const reply = await submit({ action: 'pay', number: '4111 1111 1111 1111', expiry: '11/26', code: '123' })

    expect(reply.location).toBe(RETURN_URL)
    expect(status()).toBe('succeeded')
  })

  it('reports every wrong field, and shows no code again', async () => {
    const reply = await submit({ action: 'pay', number: '1234', expiry: '10/26', code: '98765' })

    expect(reply.status).toBe(400)
    expect(reply.page.match(/aria-invalid="true"/g)).toHaveLength(3)
    expect(reply.page).toContain('value="1234"')
    expect(reply.page).not.toContain('98765')
    expect(status()).toBe('pending')
  })

  it.each([
    ['confirm', 'succeeded'],
    ['refuse', 'canceled'],
  ])('lets the payer %s a card with 3-D Secure', async (action, expected) => {
    const question = await submit({ card: '5555555555554477' })
    const page = await (await fetch(url)).text()
    const reply = await submit({ action })

    expect(question.location).toBe(`/pay/${id}`)
    expect(page).toContain('Подтверди оплату')
    expect(reply.location).toBe(RETURN_URL)
    expect(status()).toBe(expected)
  })

  it('cancels', async () => {
    const reply = await submit({ action: 'cancel' })

    expect(reply.location).toBe(RETURN_URL)
    expect(status()).toBe('canceled')
  })

  it('tells the outcome afterwards and takes no second payment', async () => {
    await submit({ card: '5555555555554600' })
    const second = await submit({ card: '5555555555554444' })

    expect(second.page).toContain('Не\u00a0хватает денег')
    expect(status()).toBe('canceled')
  })

  it('says that its time is over', async () => {
    nowMs += 60 * 60 * 1000

    expect(await (await fetch(url)).text()).toContain('Время на\u00a0оплату вышло')
  })

  it('says that a payment is unknown', async () => {
    const reply = await fetch(`${simulator.url}/pay/${randomUUID()}`)

    expect(reply.status).toBe(404)
    expect(await reply.text()).toContain('Такого платежа нет')
  })
})

const status = () => simulator.commands.payments()[0]?.status

async function submit(fields: Record<string, string>) {
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
  return { status: reply.status, location: reply.headers.get('location'), page: await reply.text() }
}
