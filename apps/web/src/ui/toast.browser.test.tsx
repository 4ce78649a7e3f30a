import { Notifications } from '@mantine/notifications'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { Kit } from './kit.tsx'
import { showToast } from './toast.ts'

const INK = 'rgb(28, 26, 23)'
const TIMES = [
  [undefined, 1500],
  [2000, 2000],
] as const

describe('a toast', () => {
  it.each(TIMES)('with %s ms asked stays %d ms [APP-12]', async (asked, shownMs) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const screen = await render(<Notifications transitionDuration={0} />, { wrapper: Kit })
    showToast('Готово', asked)
    await expect.element(screen.getByText('Готово')).toBeVisible()

    vi.advanceTimersByTime(shownMs - 1)
    await expect.element(screen.getByText('Готово')).toBeVisible()
    vi.advanceTimersByTime(1)

    // Its removal runs on the same fake clock.
    await vi.waitFor(() => {
      vi.advanceTimersByTime(100)
      expect(screen.getByText('Готово').elements()).toEqual([])
    })
  })

  it('is dark on a light page [APP-12]', async () => {
    document.documentElement.dataset.mantineColorScheme = 'light'
    const screen = await render(<Notifications />, { wrapper: Kit })

    showToast('Готово')

    await expect.element(screen.getByRole('alert')).toHaveStyle({ backgroundColor: INK })
  })
})
