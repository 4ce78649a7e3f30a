import type { LightMyRequestResponse } from 'fastify'

import type { TestApp } from './test-app.ts'

const DAY_MS = 24 * 3_600_000

type Attack = { email: string; count: number; addressOf: (n: number) => string }

/** Logs in from an address. */
export function loginFrom(
  test: TestApp,
  email: string,
  password: string,
  address: string,
): Promise<LightMyRequestResponse> {
  const payload = { email, password }
  return test.app.inject({ method: 'POST', url: '/api/account/login', payload, remoteAddress: address })
}

/**
 * Guesses wrong passwords evenly over a day of the process's clock, by which rate limits in memory count. Returns how
 * many were checked, and how many got each status.
 */
export async function guessForADay(test: TestApp, { email, count, addressOf }: Attack) {
  const statuses: Record<number, number> = {}
  const clock = Date.now
  const start = clock()
  try {
    for (let n = 0; n < count; n++) {
      Date.now = () => start + (n * DAY_MS) / count
      const { statusCode } = await loginFrom(test, email, `Wrong-pass-${n}`, addressOf(n))
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1
    }
  } finally {
    Date.now = clock
  }
  return { checked: statuses[400] ?? 0, statuses }
}
