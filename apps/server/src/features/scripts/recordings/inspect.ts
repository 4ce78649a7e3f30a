import type { WorkerContext } from '#context.ts'
import { originalKey, playbackKey } from '#features/scripts/keys.ts'
import { scriptById, updateScript } from '#features/scripts/repo.ts'
import { runOrPutOff } from '#platform/breakers/put-off.ts'
import type { AppError } from '#platform/errors.ts'
import { save, withWorkFolder } from '#platform/process/work-folder.ts'

import { inspect } from './jobs.ts'
import { makePlayback } from './playback.ts'

export function inspectOrPutOff(ctx: WorkerContext, payload: { scriptId: string }, signal: AbortSignal): Promise<void> {
  return runOrPutOff(ctx, { job: inspect, payload, run: () => inspectScript(ctx, payload.scriptId, signal) })
}

/** Probes a file that has just arrived and makes its playback copy, so that it is downloaded once for both. */
export async function inspectScript(ctx: WorkerContext, scriptId: string, signal: AbortSignal): Promise<void> {
  const script = await scriptById(ctx.db, scriptId)
  // A worker that crashed after storing the copy of a script that is gone now has left it behind.
  if (!script || script.expiredAt) return ctx.storage.remove(playbackKey(scriptId))
  if (script.inspectedAt && script.hasPlayback) return
  await withWorkFolder(ctx.config.workDir, async (folder) => {
    const body = await ctx.storage.read(originalKey(scriptId), signal)
    const original = await save(body, folder, signal, script.sizeBytes)
    if (!script.inspectedAt) await probeScript(ctx, scriptId, original, signal)
    if (!script.hasPlayback) await makePlayback(ctx, scriptId, { original, folder, signal })
  })
}

/** Stores the kind and duration of a recording and returns the duration; throws an AppError if it cannot be processed. */
export async function probeScript(
  ctx: WorkerContext,
  scriptId: string,
  original: string,
  signal: AbortSignal,
): Promise<number> {
  const { kind, durationSeconds } = await ctx.media.probe(original, signal)
  const duration = durationSeconds ?? (await ctx.media.measure(original, signal))
  await updateScript(ctx.db, scriptId, { kind, durationSeconds: duration, inspectedAt: ctx.now() })
  return duration
}

/** A file that cannot be probed cannot be processed. One without a playback copy is played from its original. */
export async function giveUpInspection(ctx: WorkerContext, scriptId: string, failure: AppError): Promise<void> {
  const script = await scriptById(ctx.db, scriptId)
  if (script?.status !== 'uploaded' || script.inspectedAt) return
  await updateScript(ctx.db, scriptId, { status: 'error', failureCode: failure.code, inspectedAt: ctx.now() })
}
