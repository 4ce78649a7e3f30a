import type { Media } from '@doslovno/contract/scripts.ts'

/** Addresses of the recording and their lifetime, in milliseconds of one clock. */
export type Addresses = {
  src: string
  /** Audio copy for browsers that cannot play the original. */
  fallbackSrc: string | null
  renewAt: number
  endsAt: number
}

/** Share of the lifetime after which addresses are renewed. */
const RENEWED_AFTER = 0.7
/** Time for a request to reach the storage. */
const MARGIN_MS = 1000

/** Converts the server's reply received at `givenAt`; null if there is nothing to play. */
export function toAddresses({ fileSrc, playbackSrc, srcSeconds }: Media, givenAt: number): Addresses | null {
  const src = fileSrc ?? playbackSrc
  if (src === null) return null
  const lifeMs = srcSeconds * 1000
  return {
    src,
    fallbackSrc: playbackSrc === src ? null : playbackSrc,
    renewAt: givenAt + lifeMs * RENEWED_AFTER,
    endsAt: givenAt + lifeMs,
  }
}

/** Whether a request made now may be refused. */
export function areExpired({ endsAt }: Addresses, now: number): boolean {
  return now >= endsAt - MARGIN_MS
}

type Ranges = Pick<TimeRanges, 'length' | 'start' | 'end'>

/** Seconds buffered ahead of a position; they play without a request. */
export function bufferedAhead(ranges: Ranges, at: number): number {
  for (let index = 0; index < ranges.length; index++) {
    if (ranges.start(index) <= at && at <= ranges.end(index)) return ranges.end(index) - at
  }
  return 0
}
