import { describe, expect, it } from 'vitest'

import { bundleAt, entitlementsOf, storageEnd } from './entitlements.ts'
import { tariffCatalogue, unlimitedTariff } from './tariff.ts'

const anchorAt = new Date('2026-11-10T08:00:00Z')
const now = new Date('2026-12-24T12:00:00Z')

function entitlements(tariffId: number, paidUntil: Date | null = null) {
  const found = [...tariffCatalogue, unlimitedTariff].find(({ id }) => id === tariffId)
  if (!found) throw new Error(`No tariff ${tariffId}`)
  const { fileSize: fileSizeMb, fileStorage: fileStorageDays, ...rest } = found
  return entitlementsOf({ tariff: { ...rest, fileSizeMb, fileStorageDays }, anchorAt, paidUntil, thesesLeft: 3 }, now)
}

describe('entitlements', () => {
  it('allow no links and wait in the free queue on the free tariff', () => {
    expect(entitlements(1)).toEqual({
      period: { start: new Date('2026-12-10T08:00:00Z'), end: new Date('2027-01-10T08:00:00Z') },
      secondsPerPeriod: 1800,
      isUnlimited: false,
      fileSizeBytes: 300_000_000,
      filesPerPeriod: 10,
      storageDays: 7,
      queueClass: 'free',
      canUploadLinks: false,
      thesesLeft: 3,
      hasAiSettings: false,
    })
  })

  it('allow links and use the paid queue on every other tariff', () => {
    for (const id of [2, 3, 4]) expect(entitlements(id)).toMatchObject({ queueClass: 'paid', canUploadLinks: true })
  })

  it('are those of the highest tariff without limits, and limited again once the tariff has ended', () => {
    const { secondsPerPeriod: _, period: __, ...highest } = entitlements(4)

    expect(entitlements(unlimitedTariff.id)).toMatchObject({ ...highest, isUnlimited: true })
    expect(entitlements(unlimitedTariff.id, now)).toMatchObject({ isUnlimited: false, secondsPerPeriod: 0 })
  })

  it('follow the meta of the tariff for theses and AI settings', () => {
    const extras = [2, 3, 4].map((id) => entitlements(id)).map(({ thesesLeft, hasAiSettings }) => ({ thesesLeft, hasAiSettings })) // prettier-ignore

    expect(extras).toEqual([
      { thesesLeft: 3, hasAiSettings: false },
      { thesesLeft: null, hasAiSettings: false },
      { thesesLeft: null, hasAiSettings: true },
    ])
  })

  it('keep a file for the storage days counted from its upload', () => {
    expect(storageEnd(entitlements(1), now)).toEqual(new Date('2026-12-31T12:00:00Z'))
  })
})

describe('the bundle of a month', () => {
  it('ends with the month, or before it with a granted tariff', () => {
    const until = new Date('2027-01-01T00:00:00Z')
    const end = (paidUntil: Date | null) => bundleAt({ minutes: 30, anchorAt, paidUntil }, now).expiresAt

    expect([end(null), end(new Date('2027-01-10T08:00:00Z')), end(until)]).toEqual([
      new Date('2027-01-10T08:00:00Z'),
      new Date('2027-01-10T08:00:00Z'),
      until,
    ])
  })
})
