import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import { describe, expect, it } from 'vitest'

import { freeInfoOf, infoOf, PAYMENT_ID, paymentStateOf } from '#test/account-info.ts'
import { type Answers, type Options, done, openAccount, refused, textOf } from '#test/account-page.ts'

const CARD = { paymentMethodData: { title: 'Bank card *4477' } }

describe('extra minutes', () => {
  const PAY = 'POST /api/account/payment/minutes'
  const charged = done({ autoConfirm: true, redirectUrl: null, paymentId: PAYMENT_ID })
  const paid = `GET /api/account/payments/${PAYMENT_ID}`

  async function openMinutes(info: AccountInfo, answers: Answers = {}, options: Options = {}) {
    const opened = await openAccount(info, answers, options)
    const section = opened.region('Дополнительные минуты')
    return {
      ...opened,
      section,
      field: section.getByLabelText('Сколько минут'),
      pay: section.getByRole('button', { name: /^Оплатить( \d|$)/ }),
    }
  }

  it('cost 15 ₽ a minute on the free tariff, in blocks of 30 [ACC-5]', async () => {
    const { section, field, pay } = await openMinutes(freeInfoOf())

    await expect.element(section).toHaveAttribute('id', 'extra-minutes')
    await expect.element(section.getByText('15\u00a0₽/мин.')).toBeVisible()
    await field.fill('31')
    await expect.poll(() => textOf(pay)).toBe('Оплатить 900 ₽')
    await expect.element(section.getByText('Минуты продаются по\u00a030: получится 60')).toBeVisible()
    field.element().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
    await expect.element(field).toHaveValue('60')
    await section.getByRole('button', { name: 'Больше' }).click()
    await expect.element(field).toHaveValue('90')
  })

  it('are counted one by one on other tariffs, with at most 5 characters [ACC-5]', async () => {
    const { section, field, pay } = await openMinutes(infoOf())

    await expect.element(field).toHaveAttribute('maxlength', '5')
    await field.fill('31')
    await expect.poll(() => textOf(pay)).toBe('Оплатить 248 ₽')
    await section.getByRole('button', { name: 'Меньше' }).click()
    await expect.element(field).toHaveValue('30')
    await section.getByRole('button', { name: /^300.мин$/ }).click()
    await expect.poll(() => textOf(pay)).toBe('Оплатить 2 400 ₽')
  })

  it('are in sight when a link leads to them', async () => {
    const { region } = await openAccount(infoOf(), {}, { path: '/account#extra-minutes' })

    await expect.element(region('Дополнительные минуты')).toBeInViewport({ ratio: 0.9 })
  })

  it.each(['0', '', '-5'])('cannot be paid for «%s» of them [ACC-5]', async (count) => {
    const { field, pay } = await openMinutes(infoOf())

    await field.fill(count)

    await expect.element(pay).toBeDisabled()
  })

  it.each([
    ['1,5', infoOf(), 'Минуты продаются целыми'],
    ['99999', freeInfoOf(), 'За раз можно оплатить не больше 350 000 ₽'],
  ])('say why «%s» of them cannot be paid [ACC-5]', async (count, info, reason) => {
    const { section, field, pay } = await openMinutes(info)

    await field.fill(count)

    await expect.element(pay).toBeDisabled()
    expect(textOf(section)).toContain(reason)
  })

  it('ask for a number when something else is typed [APP-14]', async () => {
    const { field, pay } = await openMinutes(infoOf())

    await field.fill('abc')

    await expect.element(field).toHaveAccessibleDescription('Введите числовое значение')
    await expect.element(pay).toBeDisabled()
  })

  it('are charged to the saved card, and the balance follows when the bank has answered [ACC-5] [PAY-1]', async () => {
    const before = infoOf({ tariff: CARD })
    const { screen, section, pay, server } = await openMinutes(
      before,
      {
        [PAY]: charged,
        [paid]: [done(paymentStateOf({ status: 'pending' })), 'no answer', done(paymentStateOf())],
      },
      { after: { call: paid, info: infoOf({ minutesExtraRemain: 145, tariff: CARD }) } },
    )
    await expect.element(section.getByText(/сохранённой карты: Карта.••.4477/)).toBeVisible()

    await pay.click()

    await expect.poll(() => textOf(screen.getByRole('dialog'))).toContain('+60 минут')
    await expect.element(screen.getByText('145')).toBeVisible()
    expect(server.requests).toContainEqual({
      call: PAY,
      body: { minutesCount: 60, saveCard: false, changePaymentMethod: false },
    })
    expect(server.calls().filter((call) => call === paid)).toHaveLength(3)
  })

  it('are paid on the page of the provider without a saved card, which is kept only on demand [ACC-5] [PAY-1]', async () => {
    const redirect = done({ autoConfirm: false, redirectUrl: '#page-of-the-provider', paymentId: PAYMENT_ID })
    const { section, pay, server } = await openMinutes(infoOf(), { [PAY]: redirect })
    const save = section.getByLabelText('Сохранить карту для следующих покупок')
    await expect.element(save).not.toBeChecked()
    await save.click()

    await pay.click()

    await expect.poll(() => location.hash).toBe('#page-of-the-provider')
    expect(server.requests).toContainEqual({
      call: PAY,
      body: { minutesCount: 60, saveCard: true, changePaymentMethod: false },
    })
  })

  it('can be paid with another card than the saved one [ACC-5]', async () => {
    const redirect = done({ autoConfirm: false, redirectUrl: '#page-of-the-provider', paymentId: PAYMENT_ID })
    const { section, pay, server } = await openMinutes(infoOf({ tariff: CARD }), { [PAY]: redirect })

    await section.getByRole('button', { name: 'Другой картой' }).click()
    await pay.click()

    await expect.poll(() => location.hash).toBe('#page-of-the-provider')
    expect(server.requests).toContainEqual({
      call: PAY,
      body: { minutesCount: 60, saveCard: false, changePaymentMethod: true },
    })
  })

  it('say why the bank declined them, and offer another card [ACC-5]', async () => {
    const declined = paymentStateOf({ status: 'error', declineReason: 'insufficientFunds' })
    const { section, pay, server } = await openMinutes(infoOf({ tariff: CARD }), {
      [PAY]: charged,
      [paid]: done(declined),
    })

    await pay.click()
    await expect.poll(() => textOf(section.getByRole('alert'))).toContain('На карте не хватает денег.')
    await section.getByRole('button', { name: 'Оплатить другой картой' }).click()

    await expect
      .poll(() => server.requests)
      .toContainEqual({ call: PAY, body: { minutesCount: 60, saveCard: false, changePaymentMethod: true } })
  })

  it.each([
    ['an account without e-mail', refused(422, 'noEmail'), 'Для оплаты привяжите e-mail к аккаунту'],
    ['any other refusal', refused(503, 'paymentsOff'), 'Произошла ошибка'],
  ])('cannot be bought by %s [PAY-4]', async (_case, answer, message) => {
    const { section, pay } = await openMinutes(infoOf(), { [PAY]: answer })

    await pay.click()

    await expect.poll(() => textOf(section.getByRole('alert'))).toBe(message)
  })

  it('warn of a second charge when the answer was lost [PAY-6]', async () => {
    const { section, pay } = await openMinutes(infoOf({ tariff: CARD }), { [PAY]: 'no answer' })

    await pay.click()

    await expect.poll(() => textOf(section.getByRole('alert'))).toMatch(/^Произошла ошибка.*загляни в историю платежей/)
  })
})
