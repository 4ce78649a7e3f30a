import { type ComponentProps, lazy, Suspense } from 'react'

import type { SecondFactorStep as Step } from './second-factor-step.tsx'

const Loaded = lazy(async () => ({ default: (await import('./second-factor-step.tsx')).SecondFactorStep }))

/** The second step of a sign-in, loaded when somebody comes to it. */
export function SecondFactorStep(props: ComponentProps<typeof Step>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  )
}
