import type { SummaryEngine } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'

import { extractEngine } from './digest/extract.ts'
import type { Engine } from './engine.ts'
import { hasModel, withModel } from './reading/model.ts'
import { openReading } from './reading/open.ts'
import type { TextMeasure } from './text/text.ts'
import { composeFromModel } from './writing/compose-from-model.ts'

/** Reads the text part by part with a model and writes from the notes. */
const modelEngine: Engine = {
  open: async (tx, ctx, script) => {
    const { readingId } = await openReading(tx, withModel(ctx), script)
    return readingId
  },
  compose: (ctx, summary, text, signal) => composeFromModel(withModel(ctx), summary, text, signal),
}

export const engines: Record<SummaryEngine, Engine> = { extract: extractEngine, llm: modelEngine }

/** A model has nothing to shorten in fewer words. */
const SHORTEST_WORDS = 40

/** The engine for a new making of a text. No model is asked about one that was understood badly. */
export function engineOf(ctx: Context, { words, isUnderstood }: TextMeasure): SummaryEngine {
  return hasModel(ctx) && isUnderstood && words >= SHORTEST_WORDS ? 'llm' : 'extract'
}
