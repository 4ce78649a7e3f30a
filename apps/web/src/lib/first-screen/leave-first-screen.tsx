import { useLayoutEffect } from 'react'

import { leaveFirstScreen } from './first-screen.ts'

/** Stands first in a screen: the effects of what follows may measure and scroll it. */
export function LeaveFirstScreen() {
  useLayoutEffect(leaveFirstScreen, [])
  return null
}
