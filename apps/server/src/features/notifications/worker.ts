import type { Handler } from '#context.ts'

import type { notify } from './jobs.ts'
import { notifyOwner } from './notify.ts'

export const onNotify: Handler<typeof notify> = { run: (ctx, { scriptId }) => notifyOwner(ctx, scriptId) }
