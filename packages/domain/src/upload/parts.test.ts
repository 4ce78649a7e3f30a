import { expect, it } from 'vitest'

import { partBytes, partCount, partSizeOf } from './parts.ts'

const MEBIBYTE = 1024 * 1024

it('cuts a file into parts that add up to it, the last one with the rest', () => {
  const cut = { sizeBytes: 20 * MEBIBYTE + 1, partSize: partSizeOf(20 * MEBIBYTE + 1) }
  const parts = [1, 2, 3].map((number) => partBytes(cut, number))

  expect(partCount(cut)).toBe(3)
  expect(parts).toEqual([8 * MEBIBYTE, 8 * MEBIBYTE, 4 * MEBIBYTE + 1])
  expect([0, 4, 1.5].map((number) => partBytes(cut, number))).toEqual([undefined, undefined, undefined])
})

it('makes at most ten thousand parts of any file', () => {
  const sizeBytes = 5_000_000_000_000
  expect(partCount({ sizeBytes, partSize: partSizeOf(sizeBytes) })).toBeLessThanOrEqual(10_000)
})
