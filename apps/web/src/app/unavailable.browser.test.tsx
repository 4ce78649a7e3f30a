import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { atRestUntil, changesAfter, staysFor } from '#test/fake-clock.ts'
import { Kit } from '#ui/kit.tsx'

import { Unavailable } from './unavailable.tsx'

describe('the screen of an unavailable service', () => {
  it('says «Сервис недоступен» and retries every 15 s [APP-7]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const check = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const screen = await render(<Unavailable check={check} />, { wrapper: Kit })
    await expect.element(screen.getByRole('heading', { name: 'Сервис недоступен' })).toBeVisible()

    const checks = () => check.mock.calls.length
    const isLeft = (seconds: number) => screen.getByText(new RegExp(`через ${seconds}\\s`)).elements().length > 0

    for (const _round of [1, 2]) {
      for (let left = 14; left > 0; left -= 1) {
        await staysFor(1000, checks)
        await atRestUntil(() => isLeft(left))
      }
      await changesAfter(1000, checks)
      // Twice: once on screen, once for screen readers, which do not hear the countdown.
      await atRestUntil(() => screen.getByText(/через 15\s/).elements().length === 2)
    }
  })
})
