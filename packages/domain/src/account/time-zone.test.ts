import { expect, it } from 'vitest'

import { timeZoneOf } from './time-zone.ts'

it.each(['Asia/Vladivostok', 'Europe/Moscow', 'America/Argentina/Buenos_Aires', 'UTC'])('knows %s', (name) => {
  expect(timeZoneOf(name)).toBe(name)
})

it.each(['Asia/Nowhere', '+03:00', '', 'Europe/Moscow, UTC', 'A'.repeat(65), undefined, ['UTC']])(
  'refuses %j',
  (name) => {
    expect(timeZoneOf(name)).toBeUndefined()
  },
)
