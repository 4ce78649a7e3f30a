import type { SummaryType } from '@doslovno/domain/summary/types.ts'

import type { Context } from '#context.ts'
import { scriptById } from '#features/scripts/index.ts'
import type { Tx } from '#platform/db.ts'

import { forget } from './forget.ts'
import { digest } from './jobs.ts'
import { startMaking } from './start.ts'
import { measureText } from './text/text.ts'

/** Summaries that every file gets without being asked. */
const given: readonly SummaryType[] = ['about', 'summary']

type Finished = { scriptId: string; userId: string; templateId: number | null }

/** Starts the summaries of a new text in the transaction that saves it. Those of an earlier text are deleted. */
export async function openSummaries(tx: Tx, ctx: Context, process: Finished): Promise<void> {
  const { scriptId, userId: askedBy, templateId } = process
  await forget(tx, scriptId)
  const script = await scriptById(tx, scriptId)
  const measure = script && (await measureText(tx, script))
  if (!script || !measure?.words) return
  await ctx.jobs.enqueue(tx, digest, [{ scriptId }])
  for (const type of given) await startMaking(tx, ctx, { script, type, askedBy, templateId, measure })
}
