import type { SummaryEngine } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'

import { extractEngine } from './digest/extract.ts'
import type { Engine } from './engine.ts'
import { modelEngine } from './reading/engine.ts'
import { hasModel } from './reading/model.ts'
import type { TextMeasure } from './text/text.ts'

export const engines: Record<SummaryEngine, Engine> = { extract: extractEngine, llm: modelEngine }

/** A model has nothing to shorten in fewer words. */
const SHORTEST_WORDS = 40

/** The engine for a new making of a text. No model is asked about one that was understood badly. */
export function engineOf(ctx: Context, { words, isUnderstood }: TextMeasure): SummaryEngine {
  return hasModel(ctx) && isUnderstood && words >= SHORTEST_WORDS ? 'llm' : 'extract'
}
