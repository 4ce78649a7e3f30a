import './mantine.css'
import './tokens.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'

import { cssVariablesResolver, theme } from './theme.ts'

/** The theme and the global styles. */
export function Kit({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
