import * as z from 'zod'

import { defineEvent } from '#platform/events.ts'

const ofScript = z.object({ scriptId: z.uuid() })

/** A script has a new text. */
export const transcriptionCompleted = defineEvent({ name: 'transcription.completed', payload: ofScript })

/** The processing of a script failed permanently. A cancelled process announces nothing: its owner knows. */
export const transcriptionFailed = defineEvent({ name: 'transcription.failed', payload: ofScript })
