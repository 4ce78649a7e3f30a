import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { Kit } from '#ui/kit.tsx'

import { Unavailable } from './unavailable.tsx'

describe('the screen of an unavailable service', () => {
  it('says «Сервис недоступен» and retries every 15 s [APP-7]', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const check = vi.fn<() => Promise<void>>(() => Promise.resolve())
    const screen = await render(<Unavailable check={check} />, { wrapper: Kit })
    await expect.element(screen.getByRole('heading', { name: 'Сервис недоступен' })).toBeVisible()

    for (const round of [1, 2]) {
      for (let left = 14; left > 0; left -= 1) {
        vi.advanceTimersByTime(1000)
        await expect.element(screen.getByText(new RegExp(`через ${left}\\s`))).toBeVisible()
      }
      expect(check).toHaveBeenCalledTimes(round - 1)
      vi.advanceTimersByTime(1000)
      await vi.waitFor(() => expect(check).toHaveBeenCalledTimes(round))
      // Twice: once on screen, once for screen readers, which do not hear the countdown.
      await expect.element(screen.getByText(/через 15\s/).nth(1)).toBeInTheDocument()
    }
  })
})
