import { useEffect, useEffectEvent } from 'react'

/** Acts once, some time after it became due, unless unmounted by then. */
export function useLater(isDue: boolean, ms: number, act: () => void) {
  const run = useEffectEvent(act)
  useEffect(() => {
    if (!isDue) return undefined
    const timer = setTimeout(() => run(), ms)
    return () => clearTimeout(timer)
  }, [isDue, ms])
}
