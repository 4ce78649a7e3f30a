import { type RefObject, useEffect } from 'react'

import type { Transcript } from '#features/transcript/use-transcript.ts'

import { copyCleanly } from './clean-copy.ts'

export function useCleanCopy(root: RefObject<HTMLElement | null>, transcript: Transcript) {
  useEffect(() => {
    const copy = (event: ClipboardEvent) => root.current && copyCleanly(event, root.current, transcript)
    document.addEventListener('copy', copy)
    return () => document.removeEventListener('copy', copy)
  }, [root, transcript])
}
