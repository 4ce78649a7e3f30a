import type { Media } from '@doslovno/contract/scripts.ts'

/** Where the recording is played from, and how long that works; times in milliseconds of one clock. */
export type Addresses = {
  src: string
  /** Sound alone, for a browser that does not play the recording itself. */
  fallbackSrc: string | null
  renewAt: number
  endsAt: number
}

/** The part of their life after which new addresses are asked for, while these still work. */
const RENEWED_AFTER = 0.7
/** What a request may need to reach the storage. */
const MARGIN_MS = 1000

/** Addresses that were given at a moment; null where there is nothing to play. */
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
export function areOver({ endsAt }: Addresses, now: number): boolean {
  return now >= endsAt - MARGIN_MS
}

type Ranges = Pick<TimeRanges, 'length' | 'start' | 'end'>

/** How many seconds from a moment on the browser has already: they are played without asking anybody. */
export function bufferedAhead(ranges: Ranges, at: number): number {
  for (let index = 0; index < ranges.length; index++) {
    if (ranges.start(index) <= at && at <= ranges.end(index)) return ranges.end(index) - at
  }
  return 0
}
