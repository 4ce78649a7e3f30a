import { Notifications, notificationsStore } from '@mantine/notifications'
import { describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'

import { atRestUntil, changesAfter } from '#test/fake-clock.ts'

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
    // The page fades it out afterwards.
    const shown = () => notificationsStore.getState().notifications.length

    showToast('Готово', asked)
    await atRestUntil(() => screen.getByText('Готово').elements().length === 1)

    expect(await changesAfter(shownMs, shown)).toBe(0)
  })

  it('is dark on a light page [APP-12]', async () => {
    document.documentElement.dataset.mantineColorScheme = 'light'
    const screen = await render(<Notifications />, { wrapper: Kit })

    showToast('Готово')

    await expect.element(screen.getByRole('alert')).toHaveStyle({ backgroundColor: INK })
  })
})
