import { afterEach, expect, it, vi } from 'vitest'

import { reportMissingObjects } from './missing-objects.ts'
import { registry } from './telemetry.ts'

afterEach(() => vi.useRealTimers())

const shown = async () => /^storage_missing_objects (\d+)$/m.exec(await registry.metrics())?.[1]

it('shows the missing objects of a comparison until the next night, then leaves the word to other workers', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  reportMissingObjects(3)

  const atOnce = await shown()
  vi.setSystemTime(Date.now() + 26 * 3600 * 1000)

  expect([atOnce, await shown()]).toEqual(['3', '0'])
})
