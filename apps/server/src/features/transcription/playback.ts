import type { WorkerContext } from '#context.ts'
import { originalKey, playbackKey, scriptById, updateScript } from '#features/scripts/index.ts'
import { save, withWorkFolder } from '#platform/work-folder.ts'

/** Makes the copy for the player: audio that every browser plays and seeks in exactly. */
export async function makePlayback(ctx: WorkerContext, scriptId: string, signal: AbortSignal): Promise<void> {
  const script = await scriptById(ctx.db, scriptId)
  if (!script || script.hasPlayback) return
  await withWorkFolder(ctx.config.workDir, async (folder) => {
    const original = await save(await ctx.storage.read(originalKey(scriptId), signal), folder, signal)
    const copy = await ctx.media.toPlayback(original, folder, signal)
    await ctx.storage.putFile(playbackKey(scriptId), copy, { contentType: 'audio/mp4', signal })
  })
  const isKept = await updateScript(ctx.db, scriptId, { hasPlayback: true })
  if (!isKept) await ctx.storage.remove(playbackKey(scriptId)) // deleted meanwhile
}
