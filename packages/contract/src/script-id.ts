import * as z from 'zod/mini'

export const ScriptId = z.object({ id: z.uuid() })
