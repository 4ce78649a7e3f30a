import { notifications } from '@mantine/notifications'
import { afterEach, beforeAll, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'

import { NO_CHOICE } from '#features/upload/options/options.ts'
import { uploader } from '#features/upload/queue/current.ts'
import { session } from '#lib/session/current.ts'
import { isToastWanted } from '#ui/toast-wanted.ts'

// All test files share one page and its modules. Each test leaves both as a new tab has them.

/** A phone: tests that need a larger screen ask for it. */
const SCREEN = { width: 414, height: 896 }
const testPage = location.pathname + location.search

beforeAll(async () => {
  if (innerWidth !== SCREEN.width || innerHeight !== SCREEN.height) await page.viewport(SCREEN.width, SCREEN.height)
})

afterEach(async () => {
  // Before the network is real again: the pages keep polling.
  await cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  notifications.clean()
  isToastWanted.set(false)
  uploader.stop()
  uploader.setOptions(NO_CHOICE)
  localStorage.clear()
  sessionStorage.clear()
  for (const name of await caches.keys()) await caches.delete(name)
  // Nobody is signed in: the editors of the last user are forgotten.
  await session.start()
  getSelection()?.removeAllRanges()
  history.replaceState(null, '', testPage)
  scrollTo(0, 0)
  vi.unstubAllGlobals()
})
