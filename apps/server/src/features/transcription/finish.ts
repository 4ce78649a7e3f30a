import { toSegments } from '@doslovno/domain/transcript/segments.ts'

import type { WorkerContext } from '#context.ts'
import { saveTranscript, updateScript } from '#features/scripts/index.ts'

import { samplesKey } from './keys.ts'
import { chunkWords, completeProcess, findProcess } from './repo.ts'

/** There is one speaker until speakers are told apart. */
const ONLY_SPEAKER = 0

/** Joins what was heard in the chunks into the text; the samples are not needed any more. */
export async function finishProcess(ctx: WorkerContext, processId: string): Promise<void> {
  const process = await findProcess(ctx.db, processId)
  if (!process) return
  await ctx.db.transaction().execute(async (tx) => {
    const words = await chunkWords(tx, processId)
    const isRunning = await completeProcess(tx, processId, ctx.now())
    if (!isRunning) return
    await saveTranscript(tx, process.scriptId, toSegments(words, ONLY_SPEAKER))
    await updateScript(tx, process.scriptId, { status: 'complete' })
  })
  await ctx.storage.remove(samplesKey(processId))
}
