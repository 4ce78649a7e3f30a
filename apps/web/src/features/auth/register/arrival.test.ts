import { describe, expect, it } from 'vitest'

import { arrivalOf } from './arrival.ts'

const SEARCHES = [
  ['', '', ''],
  ['?utm_source=mail', '?utm_source=mail', ''],
  ['?promocode=SPRING&utm_source=mail', '?promocode=SPRING&utm_source=mail', 'SPRING'],
  ['?next=%2Fupload', '?next=%2Fupload', ''],
  ['?next=%2F%3Fpromocode%3DSPRING%26utm_source%3Dmail', '?promocode=SPRING&utm_source=mail', 'SPRING'],
] as const

describe('the arrival data', () => {
  it.each(SEARCHES)(
    'is read from «%s» as the query «%s» and the promo code «%s» [AUTH-9]',
    (search, utmData, promo) => {
      expect(arrivalOf(search, '')).toEqual({ utmData, promoCode: promo })
    },
  )

  it('keeps the promo code of an earlier page unless the address has another one [AUTH-9]', () => {
    expect(arrivalOf('?utm_source=mail', 'SPRING').promoCode).toBe('SPRING')
    expect(arrivalOf('?promocode=AUTUMN', 'SPRING').promoCode).toBe('AUTUMN')
  })

  it('is cut to the length the server accepts', () => {
    const { utmData, promoCode } = arrivalOf(`?promocode=${'a'.repeat(3000)}`, '')

    expect(utmData).toHaveLength(2000)
    expect(promoCode).toHaveLength(100)
  })
})
