import { useState } from 'react'

import { dateOf } from '#lib/format/day.ts'

/** Writes dates in words, with the year unless it is this one. */
export function useDay(): (iso: string) => string {
  const [now] = useState(() => new Date())
  return (iso) => dateOf(iso, now)
}
