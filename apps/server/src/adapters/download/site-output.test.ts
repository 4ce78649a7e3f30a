import { describe, expect, it } from 'vitest'

import { failureOf, readFound, readProgress, readRefusedBytes } from './site-output.ts'

describe('the output of yt-dlp', () => {
  it('gives the title, and the size if known', () => {
    expect(readFound('found {"title":"AC/DC: интервью","ext":"mp4","filesize":null,"filesize_approx":1000.4}')).toEqual(
      {
        title: 'AC/DC: интервью',
        fileName: 'AC DC: интервью.mp4',
        totalBytes: 1000,
      },
    )
    expect(readFound('found {"title":"x","ext":"m4a","filesize":5}')?.totalBytes).toBe(5)
    expect(readFound(`found {"title":"a\\u0000b${'c'.repeat(300)}","ext":"m4a"}`)?.title).toBe(`a b${'c'.repeat(197)}`)
    expect(readFound('[download] Destination: found {')).toBeUndefined()
  })

  it('gives the size of a refused file', () => {
    const line = '[download] File is larger than max-filesize (3000012 bytes > 1000000 bytes). Aborting.'

    expect([line, '[download] Destination: /out/media.mp4'].map(readRefusedBytes)).toEqual([3_000_012, undefined])
  })

  it('gives the progress', () => {
    expect(readProgress('progress {"bytes":1024,"total":2048.7}')).toEqual({ bytes: 1024, totalBytes: 2049 })
    expect(readProgress('progress {"bytes":1024,"total":null}')).toEqual({ bytes: 1024, totalBytes: null })
    expect(readProgress('progress {"bytes":NA}')).toBeUndefined()
  })

  it.each([
    ['ERROR: No suitable extractor found for URL https://example.com/x', 'unknown'],
    ['ERROR: Unsupported URL: https://example.com/x', 'unknown'],
    ['ERROR: [rutube] x: Unable to download video JSON: HTTP Error 403: Forbidden', 'linkAccessDenied'],
    ['ERROR: [vk] x: This video is only available for registered users. Use --cookies', 'linkAccessDenied'],
    ['ERROR: [youtube] x: Private video. Sign in if you have been granted access', 'linkAccessDenied'],
    ['ERROR: [x] y: This video is not available from your location due to geo restriction', 'linkAccessDenied'],
    ['ERROR: [rutube] x: Unable to download video JSON: HTTP Error 503: Service Unavailable', 'retry'],
    ['ERROR: [rutube] x: Unable to download: Tunnel connection failed: 502 Refused', 'retry'],
    ['ERROR: [rutube] x: The read operation timed out', 'retry'],
    ['ERROR: [rutube] x: Video has been removed', 'linkFailed'],
    ['WARNING: private\nERROR: [rutube] x: HTTP Error 404: Not Found', 'linkFailed'],
    ['', 'linkFailed'],
  ])('gives the failure by its message: %s', (stderr, failure) => {
    expect(failureOf(stderr)).toBe(failure)
  })
})
