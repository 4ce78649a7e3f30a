import type { WorkerContext } from '#context.ts'
import { playbackKey } from '#features/scripts/keys.ts'
import { keepPlayback } from '#features/scripts/repo.ts'

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
