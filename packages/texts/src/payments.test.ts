import { expect, it } from 'vitest'

import { paymentTexts } from './billing/payment.ts'

it('describes payments as receipts need it, in at most 128 characters', () => {
  expect(paymentTexts.minutes(31)).toBe('Дополнительные минуты: 31\u00a0минута')
  expect(paymentTexts.tariff('PRO', 'year')).toBe('Тариф «PRO» на\u00a0год')
  expect(paymentTexts.renewal('Business', 'month')).toBe('Продление тарифа «Business» на\u00a0месяц')
  expect(paymentTexts.refund(paymentTexts.minutes(99_999)).length).toBeLessThanOrEqual(128)
})
