import { describe, expect, it } from 'vitest'

import { type Addresses, areExpired, bufferedAhead, toAddresses } from './addresses.ts'

const MEDIA = { fileSrc: 'own', playbackSrc: 'copy', srcSeconds: 10 }
const given = (at: number) => toAddresses(MEDIA, at) as Addresses // there is a source

describe('addresses of a recording', () => {
  it('are renewed before they expire', () => {
    expect(given(1000)).toEqual({ src: 'own', fallbackSrc: 'copy', renewAt: 8000, endsAt: 11_000 })
  })

  it('fall back to the copy, and are null without any source', () => {
    expect(toAddresses({ ...MEDIA, fileSrc: null }, 0)).toMatchObject({ src: 'copy', fallbackSrc: null })
    expect(toAddresses({ ...MEDIA, fileSrc: 'copy' }, 0)).toMatchObject({ src: 'copy', fallbackSrc: null })
    expect(toAddresses({ ...MEDIA, fileSrc: null, playbackSrc: null }, 0)).toBeNull()
  })

  it('count as expired shortly before the storage refuses them', () => {
    expect(areExpired(given(0), 8900)).toBe(false)
    expect(areExpired(given(0), 9000)).toBe(true)
  })
})

describe('the buffered time', () => {
  const spans = [
    [0, 5],
    [20, 30],
  ]
  const ranges = { length: 2, start: (n: number) => spans[n]?.[0] ?? 0, end: (n: number) => spans[n]?.[1] ?? 0 }

  it.each([
    [0, 5],
    [4, 1],
    [10, 0],
    [22, 8],
    [31, 0],
  ])('is counted from %d s on: %d s', (at, seconds) => {
    expect(bufferedAhead(ranges, at)).toBe(seconds)
  })
})
