import { expect, it } from 'vitest'

import { minutesPerHourOf } from './speed.ts'

const hourIn = (minutes: number) => ({ recordedSeconds: 3600, waitedSeconds: minutes * 60 })

it('gives the minutes per hour within which nine of ten files were done, rounded up [UP-13]', () => {
  expect(minutesPerHourOf([])).toBeUndefined()
  expect(minutesPerHourOf([hourIn(7.2)])).toBe(8)
  expect(minutesPerHourOf([90, 5, 6, 7, 8, 9, 9, 9, 9, 9.5].map(hourIn))).toBe(10)
  expect(minutesPerHourOf([12, 5, 14].map(hourIn))).toBe(14)
})
