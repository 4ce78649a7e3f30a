import { describe, expect, it } from 'vitest'

import { jobs } from '#handlers.ts'

import { shortestPauses } from './retry-schedule.ts'

const HOUR = 3600
const scheduleOf = (name: string) => {
  const job = jobs.find((known) => known.name === name)
  if (!job) throw new Error(`No job ${name}`)
  return job
}
const sum = (pauses: readonly number[]) => pauses.reduce((total, pause) => total + pause, 0)

describe('a retry schedule', () => {
  it.each(['retention.clear', 'mails.send', 'accounts.recover', 'notifications.script', 'notifications.mail'])(
    'retries %s for at least three days, and at least every half hour',
    (name) => {
      const pauses = shortestPauses(scheduleOf(name))

      expect(sum(pauses)).toBeGreaterThanOrEqual(72 * HOUR)
      expect(Math.max(...pauses)).toBeLessThanOrEqual(HOUR / 2)
    },
  )

  it('inspects a file for at least four hours before its failure is reported', () => {
    expect(sum(shortestPauses(scheduleOf('recordings.inspect')))).toBeGreaterThanOrEqual(4 * HOUR)
  })

  it('doubles the pauses up to the maximum', () => {
    expect(shortestPauses({ attempts: 7, maxDelaySeconds: 10 })).toEqual([1, 2, 4, 8, 10, 10])
  })
})
