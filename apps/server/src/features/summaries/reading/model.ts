import { type Context, type Llm, LlmLost } from '#context.ts'
import { isOn } from '#features/operations/index.ts'
import type { LlmConfig } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'

/** A process that has a language model configured. */
export type ModelContext = Context & { llm: Llm; config: { llm: LlmConfig } }

export function hasModel(ctx: Context): ctx is ModelContext {
  return ctx.llm !== undefined && ctx.config.llm !== undefined
}

/** An operator may take the model away while something waits for it. */
export function withModel(ctx: Context): ModelContext {
  if (!hasModel(ctx)) throw new AppError('notAvailable')
  return ctx
}

/** The breaker or an operator has paused the model: its callers try again later. */
export async function refusePaused(ctx: ModelContext): Promise<void> {
  if (ctx.llm.isPaused() || !(await isOn(ctx, 'summaries'))) throw new LlmLost('paused', { wasSent: false })
}

const MILLION = 1_000_000

/** Prices are kopecks per million tokens; every call is rounded up. */
export function costKopecks(
  { price }: Pick<LlmConfig, 'price'>,
  { promptTokens, completionTokens }: { promptTokens: number; completionTokens: number },
): number {
  return Math.ceil((promptTokens * price.input + completionTokens * price.output) / MILLION)
}

/** Tokens that one reading of a recording may cost, with everything written from it. */
export function budgetOf({ budget }: Pick<LlmConfig, 'budget'>, durationSeconds: number): number {
  return budget.baseTokens + budget.tokensPerHour * Math.max(1, Math.ceil(durationSeconds / 3600))
}
