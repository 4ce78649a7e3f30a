import * as z from 'zod'

import { defineEvent } from '#platform/events.ts'

/** An upload has become a script. */
export const uploadKept = defineEvent({ name: 'uploads.kept', payload: z.object({ scriptId: z.uuid() }) })
