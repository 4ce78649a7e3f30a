import type { Engine } from '#features/summaries/engine.ts'
import { composeFromModel } from '#features/summaries/writing/compose-from-model.ts'

import { withModel } from './model.ts'
import { openReading } from './open.ts'

/** Reads the text part by part with a model and writes from the notes. */
export const modelEngine: Engine = {
  open: async (tx, ctx, script) => {
    const { readingId } = await openReading(tx, withModel(ctx), script)
    return readingId
  },
  compose: (ctx, summary, text, signal) => composeFromModel(withModel(ctx), summary, text, signal),
}
