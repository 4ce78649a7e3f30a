import * as z from 'zod'

import { defineEvent } from '#platform/events.ts'

/** A paid period began or was added; files are kept for the days of its tariff. */
export const periodStarted = defineEvent({
  name: 'billing.period-started',
  payload: z.object({ userId: z.uuid(), storageDays: z.int() }),
})
