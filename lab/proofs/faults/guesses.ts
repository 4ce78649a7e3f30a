import { buildApp } from '@doslovno/server/app.ts'
import { createRateLimits } from '@doslovno/server/platform/limits/rate-limits.ts'
import { createLog } from '@doslovno/server/platform/log.ts'
import { PASSWORD, type TestApp } from '@doslovno/server/test/test-app.ts'

import { isShort, type Mark } from '#lab/marks.ts'

const GUESSES = isShort ? 1000 : 10_000
const ADDRESSES = 1000
const MOST_CHECKS = 100

/** Somebody guesses the password of one account from a thousand addresses of one network. */
export async function passwordGuesses(test: TestApp): Promise<Mark[]> {
  const { email } = await test.createUser()
  let checks = 0
  const passwords: typeof test.ctx.passwords = {
    ...test.ctx.passwords,
    isRight: (...args) => {
      checks++
      return test.ctx.passwords.isRight(...args)
    },
  }
  const rateLimits = await createRateLimits({ ...test.config.rateLimits, factor: 1, log: createLog('silent', 'proof') })
  const app = await buildApp({ ...test.ctx, passwords, rateLimits })
  const login = (password: string, remoteAddress: string) =>
    app.inject({ method: 'POST', url: '/api/account/login', payload: { email, password }, remoteAddress })
  try {
    for (let n = 0; n < GUESSES; n++)
      await login(`Wrong-pass-${n}`, `2001:db8:1:2::${((n % ADDRESSES) + 1).toString(16)}`)
    const checksOfGuesser = checks
    const owner = await login(PASSWORD, '203.0.113.7')
    return [
      {
        expected: `${GUESSES} guesses from ${ADDRESSES} addresses of one /64: at most ${MOST_CHECKS} password checks`,
        seen: `${checksOfGuesser} checks`,
        isMet: checksOfGuesser <= MOST_CHECKS,
      },
      {
        expected: 'and the owner still gets in',
        seen: `status ${owner.statusCode}`,
        isMet: owner.statusCode === 200,
      },
    ]
  } finally {
    await app.close()
    rateLimits.close()
  }
}
