import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { minutesPrice, planPrice } from './price.ts'
import { tariffCatalogue } from './tariff.ts'

const tariff = (id: number, priceMinute: number) => ({ id, priceMinuteKopecks: priceMinute * 100 })

describe('the price of a plan', () => {
  it('is the month of the catalogue, or 80 % of twelve, in kopecks [TAR-7]', () => {
    for (const { priceMonth } of tariffCatalogue) {
      const row = { priceMonthKopecks: priceMonth * 100 }
      expect(planPrice(row, 'month')).toBe(priceMonth * 100)
      expect(planPrice(row, 'year')).toBe(priceMonth * 960)
    }
  })

  it('is a whole number of kopecks', () => {
    fc.assert(
      fc.property(fc.nat({ max: 10_000_000 }), (priceMonthKopecks) => {
        expect(Number.isInteger(planPrice({ priceMonthKopecks }, 'year'))).toBe(true)
      }),
    )
  })
})

describe('the price of extra minutes', () => {
  it('is the price of the tariff times the count [PAY-1]', () => {
    expect(minutesPrice(tariff(3, 8), 61)).toEqual({ amountKopecks: 48_800 })
  })

  it('exists for blocks of 30 only on the free tariff [ACC-5]', () => {
    expect(minutesPrice(tariff(1, 15), 31)).toEqual({ refusal: 'wrongStep' })
    expect(minutesPrice(tariff(1, 15), 60)).toEqual({ amountKopecks: 90_000 })
  })

  it('is never above what a card can pay at once', () => {
    expect(minutesPrice(tariff(3, 8), 43_750)).toEqual({ amountKopecks: 35_000_000 })
    expect(minutesPrice(tariff(3, 8), 43_751)).toEqual({ refusal: 'tooMuch' })
  })
})
