import { describe, expect, it } from 'vitest'

import { canChooseTemplate, canMake, defaultTemplate, nextRetry } from './making.ts'

const owner = { isOwner: true, isSuperuser: false, hasAiSettings: false }
const rich = { ...owner, hasAiSettings: true }
const superuser = { isOwner: false, isSuperuser: true, hasAiSettings: false }
const other = { isOwner: false, isSuperuser: false, hasAiSettings: false }

describe('a summary', () => {
  it.each([
    ['missing', false, [true, true, true, false]],
    ['error', false, [true, true, true, false]],
    ['complete', false, [false, true, true, false]],
    ['complete', true, [true, true, true, false]],
    ['process', false, [false, false, false, false]],
  ] as const)(
    'that is %s, stale: %s, may be made by an owner, one with settings, a superuser, another: %j [SUM-4]',
    (status, isStale, expected) => {
      const may = [owner, rich, superuser, other].map((rights) => canMake({ status, isStale }, rights))

      expect(may).toEqual(expected)
    },
  )

  it('has a template of choice for superusers and owners whose tariff has settings [SUM-4]', () => {
    expect([owner, rich, superuser, other].map(canChooseTemplate)).toEqual([false, true, true, false])
  })

  it('has the template of its kind of recording unless one is chosen [UP-7]', () => {
    const templates = (['meeting', 'lection', 'interview', 'talking', 'other'] as const).map(defaultTemplate)

    expect(templates).toEqual(['minutes', 'lecture', 'interview', 'standard', 'standard'])
  })

  it('is tried again six times, later and later', () => {
    const now = new Date('2026-11-16T12:00:00Z')
    const minutes = [0, 1, 2, 3, 4, 5].map((retries) => ((nextRetry(retries, now)?.getTime() ?? 0) - now.getTime()) / 60_000) // prettier-ignore

    expect(minutes).toEqual([10, 30, 60, 180, 360, 720])
    expect(nextRetry(6, now)).toBeNull()
  })
})
