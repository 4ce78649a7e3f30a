import type { SummaryEngine } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'

import type { Engine } from './engine.ts'
import { extractEngine } from './extract.ts'

// TODO(16): the engine that reads with a model: { open: openReading, compose: composeFromModel } of ./reading.
export const engines: Record<SummaryEngine, Engine> = { extract: extractEngine, llm: extractEngine }

/** A model has nothing to shorten in fewer words. */
const SHORTEST_WORDS = 40

/** The engine for a new making of a text of so many words. */
export function engineOf(_ctx: Context, words: number): SummaryEngine {
  const hasModel = false // TODO(16): ctx.llm !== undefined
  return hasModel && words >= SHORTEST_WORDS ? 'llm' : 'extract'
}
