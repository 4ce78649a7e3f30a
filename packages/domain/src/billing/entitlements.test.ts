import { describe, expect, it } from 'vitest'

import { entitlementsOf, storageEnd } from './entitlements.ts'
import { tariffCatalogue } from './tariff.ts'

const anchorAt = new Date('2026-11-10T08:00:00Z')
const now = new Date('2026-12-24T12:00:00Z')

function entitlements(tariffId: number) {
  const found = tariffCatalogue.find(({ id }) => id === tariffId)
  if (!found) throw new Error(`No tariff ${tariffId}`)
  const { fileSize: fileSizeMb, fileStorage: fileStorageDays, ...rest } = found
  return entitlementsOf(
    { tariff: { ...rest, fileSizeMb, fileStorageDays }, anchorAt, paidUntil: null, thesesLeft: 3 },
    now,
  )
}

describe('entitlements', () => {
  it('allow no links and wait in the free queue on the free tariff', () => {
    expect(entitlements(1)).toEqual({
      period: { start: new Date('2026-12-10T08:00:00Z'), end: new Date('2027-01-10T08:00:00Z') },
      secondsPerPeriod: 1800,
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
