import { useState } from 'react'

import type { Remembered } from './remembered.ts'

/** A remembered value as state: its last choice, and how to choose another. */
export function useRemembered<T>({ recall, remember }: Remembered<T>) {
  const [value, setValue] = useState(recall)
  const choose = (next: T) => {
    setValue(() => next)
    remember(next)
  }
  return [value, choose] as const
}
