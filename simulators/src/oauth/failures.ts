import type { ServerResponse } from 'node:http'

import { html, json, redirect, send } from '#http.ts'

import type { Provider } from './clients.ts'

/** How a provider can fail. */
export const failureModes = ['down', 'slow', 'garbage', 'huge', 'redirect'] as const
export type FailureMode = (typeof failureModes)[number]

export type Failures = {
  plan(provider: Provider, mode: FailureMode, times: number): void
  /** How the next answer must fail, if at all. */
  take(provider: Provider): FailureMode | undefined
}

export function createFailures(): Failures {
  const planned = new Map<Provider, { mode: FailureMode; left: number }>()
  return {
    plan: (provider, mode, times) => void planned.set(provider, { mode, left: times }),
    take: (provider) => {
      const plan = planned.get(provider)
      if (!plan || plan.left < 1) return undefined
      planned.set(provider, { ...plan, left: plan.left - 1 })
      return plan.mode
    },
  }
}

export function fail(mode: FailureMode, response: ServerResponse): void {
  if (mode === 'down') response.destroy()
  if (mode === 'garbage') send(response, html(200, '<h1>It works!</h1>'))
  if (mode === 'huge') send(response, json(200, { filler: 'x'.repeat(1_000_000) }))
  if (mode === 'redirect') send(response, redirect('/', 302))
  // `slow` never answers: the caller times out or the simulator closes.
}
