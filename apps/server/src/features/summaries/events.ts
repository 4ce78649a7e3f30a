import { summaryTypes } from '@doslovno/domain/summary/types.ts'
import * as z from 'zod'

import { defineEvent } from '#platform/events.ts'

/** A summary was written. One that failed announces nothing: it may be tried again. */
export const summaryCompleted = defineEvent({
  name: 'summaries.completed',
  payload: z.object({ summaryId: z.uuid(), scriptId: z.uuid(), type: z.enum(summaryTypes) }),
})
