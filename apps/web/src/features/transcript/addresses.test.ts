import { describe, expect, it } from 'vitest'

import { type Addresses, areOver, bufferedAhead, toAddresses } from './addresses.ts'

const MEDIA = { fileSrc: 'own', playbackSrc: 'copy', srcSeconds: 10 }
const given = (at: number) => toAddresses(MEDIA, at) as Addresses // there is something to play

describe('addresses of a recording', () => {
  it('are renewed while they still work', () => {
    expect(given(1000)).toEqual({ src: 'own', fallbackSrc: 'copy', renewAt: 8000, endsAt: 11_000 })
  })

  it('are the copy alone where there is nothing else, and none where there is nothing', () => {
    expect(toAddresses({ ...MEDIA, fileSrc: null }, 0)).toMatchObject({ src: 'copy', fallbackSrc: null })
    expect(toAddresses({ ...MEDIA, fileSrc: 'copy' }, 0)).toMatchObject({ src: 'copy', fallbackSrc: null })
    expect(toAddresses({ ...MEDIA, fileSrc: null, playbackSrc: null }, 0)).toBeNull()
  })

  it('are over a moment before the storage refuses them', () => {
    expect(areOver(given(0), 8900)).toBe(false)
    expect(areOver(given(0), 9000)).toBe(true)
  })
})

describe('what is loaded', () => {
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
  ])('from %d s on are %d s', (at, seconds) => {
    expect(bufferedAhead(ranges, at)).toBe(seconds)
  })
})
