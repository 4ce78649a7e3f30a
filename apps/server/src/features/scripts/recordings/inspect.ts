import type { Media } from '@doslovno/contract/scripts.ts'

import type { WorkerContext, Context } from '#context.ts'
import { originalKey, playbackKey } from '#features/scripts/keys.ts'
import { scriptById, updateScript, keepPlayback } from '#features/scripts/repo.ts'
import { runOrPutOff } from '#platform/breakers/put-off.ts'
import type { AppError } from '#platform/errors.ts'
import { save, withWorkFolder } from '#platform/process/work-folder.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { inspect } from './jobs.ts'

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

export const PLAYBACK_TYPE = 'audio/mp4'

type Source = { original: string; folder: string; signal: AbortSignal }

/** Makes the copy for the player: audio that every browser plays and seeks in exactly. */
export async function makePlayback(
  ctx: WorkerContext,
  scriptId: string,
  { original, folder, signal }: Source,
): Promise<void> {
  const copy = await ctx.media.toPlayback(original, folder, signal)
  await ctx.storage.putFile(playbackKey(scriptId), copy, { contentType: PLAYBACK_TYPE, signal })
  const isKept = await keepPlayback(ctx.db, scriptId)
  if (!isKept) await ctx.storage.remove(playbackKey(scriptId)) // the script was deleted or expired in the meantime
}

/** Signed URLs for the player. They expire in minutes, so a recording is soon private again when its script is. */
export async function mediaOf(ctx: Context, script: ScriptRow): Promise<Media> {
  const seconds = ctx.config.mediaUrlSeconds
  if (script.expiredAt) return { fileSrc: null, playbackSrc: null, srcSeconds: seconds }
  const original = async () =>
    script.originalMissingAt === null
      ? ctx.storage.signedUrl(originalKey(script.id), { seconds, contentType: script.contentType })
      : null
  const copy = () => ctx.storage.signedUrl(playbackKey(script.id), { seconds, contentType: PLAYBACK_TYPE })
  const playbackSrc = script.hasPlayback ? await copy() : null
  // Seeking is exact in the copy only; a video has its picture in the original only.
  const fileSrc = script.kind === 'audio' && playbackSrc ? playbackSrc : await original()
  return { fileSrc, playbackSrc, srcSeconds: seconds }
}
