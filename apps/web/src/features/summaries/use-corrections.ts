import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { refreshDerived } from '#lib/queries/summaries.ts'

/** A run of corrections is checked once, at its end. */
const PAUSE_MS = 1500

/** Loads the verdicts again after the text was corrected. */
export function useCorrections(scriptId: string, version: number) {
  const queries = useQueryClient()
  const known = useRef(version)
  useEffect(() => {
    if (known.current === version) return undefined
    const timer = setTimeout(() => {
      known.current = version
      refreshDerived(queries, scriptId)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [queries, scriptId, version])
}
