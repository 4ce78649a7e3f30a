import type { TestApp } from './test-app.ts'

const RENEWAL_MS = 15 * 60_000

type Theft = {
  refreshToken: string
  /** Seconds between the two uses of the stolen token. */
  offsetSeconds: number
  /** Whether the second holder of the token is also the second to renew afterwards. */
  inSameOrder: boolean
}

/**
 * Two holders of one refresh token use it, each renews once more, and each tries again. Returns how many of them could
 * still renew the last time.
 */
export async function shareToken(test: TestApp, { refreshToken, offsetSeconds, inSameOrder }: Theft): Promise<number> {
  const start = test.clock.now
  try {
    const first = await renewed(test, refreshToken)
    test.clock.now = new Date(start.getTime() + offsetSeconds * 1000)
    const second = await renewed(test, refreshToken)
    let holders = inSameOrder ? [first, second] : [second, first]
    for (let renewal = 1; renewal <= 2; renewal++) {
      test.clock.now = new Date(start.getTime() + renewal * RENEWAL_MS)
      const next = []
      for (const token of holders) next.push(token && (await renewed(test, token)))
      holders = next
    }
    return holders.filter(Boolean).length
  } finally {
    test.clock.now = start
  }
}

async function renewed(test: TestApp, refreshToken: string): Promise<string | undefined> {
  const reply = await test.app.inject({ method: 'POST', url: '/api/account/update-token', payload: { refreshToken } })
  return reply.json<{ refreshToken?: string }>().refreshToken
}
