import { beforeEach } from 'vitest'
import { page } from 'vitest/browser'

import { signIn } from './session.ts'

/** Signs in before every test, on a screen of this size. */
export function signInOnDesktop(width = 1280, height = 900) {
  beforeEach(async () => {
    await page.viewport(width, height)
    signIn()
  })
}
