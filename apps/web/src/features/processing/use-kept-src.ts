import type { Media } from '@doslovno/contract/scripts.ts'
import { useState } from 'react'

/** The first URL of the recording: each poll signs another one, and a new one would interrupt the playback. */
export function useKeptSrc({ playbackSrc, fileSrc }: Pick<Media, 'playbackSrc' | 'fileSrc'>): string | null {
  const src = playbackSrc ?? fileSrc
  const [kept, setKept] = useState(src)
  if (kept === null && src !== null) setKept(src)
  return kept
}
