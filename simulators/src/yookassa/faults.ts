import * as z from 'zod'

import type { Call } from '#http.ts'

export const faultModes = [
  'tooManyRequests',
  'internalError',
  'internalErrorAfterCommit',
  'hang',
  'resetBefore',
  'resetAfterCommit',
] as const
/** `unavailable` comes with an outage. */
export type FaultMode = (typeof faultModes)[number] | 'unavailable'

export const Fault = z.object({
  mode: z.enum(faultModes),
  times: z.int().min(0).default(1),
  /** Only calls of this method, or whose path starts so (`/v3/payments`). */
  match: z.object({ method: z.string().optional(), path: z.string().optional() }).default({}),
})
export type Fault = z.infer<typeof Fault>

export type Faults = ReturnType<typeof createFaults>

/** How the next calls of the API fail. */
export function createFaults() {
  let planned: Fault[] = []
  let isDown = false
  let refused = 0
  return {
    plan: (fault: Fault) => void (planned = [...planned, fault]),
    setOutage: (on: boolean) => void (isDown = on),
    /** How this call must fail, if at all. */
    take(call: Call): FaultMode | undefined {
      // In an outage some calls are refused and some get no answer at all.
      if (isDown) return refused++ % 2 === 0 ? 'unavailable' : 'resetBefore'
      const index = planned.findIndex((fault) => fault.times > 0 && isMatch(fault, call))
      const fault = planned[index]
      if (!fault) return undefined
      planned = planned.with(index, { ...fault, times: fault.times - 1 })
      return fault.mode
    },
    clear(): void {
      planned = []
      isDown = false
    },
  }
}

const isMatch = ({ match }: Fault, call: Call) =>
  (match.method ?? call.method) === call.method && call.path.startsWith(match.path ?? '')
