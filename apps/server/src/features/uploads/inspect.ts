import type { WorkerContext } from '#context.ts'
import { originalKey, scriptById, updateScript } from '#features/scripts/index.ts'
import type { AppError } from '#platform/errors.ts'
import { save, withWorkFolder } from '#platform/work-folder.ts'

/** Looks inside a file that has just arrived, so that its flaws and its length are known before it is processed. */
export async function inspectScript(ctx: WorkerContext, scriptId: string, signal: AbortSignal): Promise<void> {
  const script = await scriptById(ctx.db, scriptId)
  if (!script || script.inspectedAt) return
  await withWorkFolder(ctx.config.workDir, async (folder) => {
    const original = await save(await ctx.storage.read(originalKey(scriptId), signal), folder, signal)
    const { kind, durationSeconds } = await ctx.media.probe(original, signal)
    const duration = durationSeconds ?? (await ctx.media.measure(original, signal))
    await updateScript(ctx.db, scriptId, { kind, durationSeconds: duration, inspectedAt: ctx.now() })
  })
}

/** A file that cannot be looked into cannot be processed either; its owner is told why. */
export async function giveUpInspection(ctx: WorkerContext, scriptId: string, failure: AppError): Promise<void> {
  const script = await scriptById(ctx.db, scriptId)
  if (script?.status !== 'uploaded') return
  await updateScript(ctx.db, scriptId, { status: 'error', failureCode: failure.code, inspectedAt: ctx.now() })
}
