import type { Context } from '#context.ts'
import { originalKey, playbackKey, scriptById, scriptOfKey } from '#features/scripts/index.ts'
import { isRunning, processOfKey, PROCESSES_PREFIX } from '#features/transcription/index.ts'
import { findUpload } from '#features/uploads/index.ts'

/** Objects of another feature; those that no row of it wants are deleted. */
export type Shelf = { prefix: string; isWanted(ctx: Context, key: string): Promise<boolean> }

/** Asks the database again: the row may have come or changed since its page was read. */
export async function isWanted(ctx: Context, key: string): Promise<boolean> {
  const id = scriptOfKey(key)
  if (!id) return false
  const script = await scriptById(ctx.db, id)
  if (script && !script.expiredAt) return key === originalKey(id) || script.hasPlayback
  return key === originalKey(id) && (await isUploading(ctx, key))
}

export async function isUploading(ctx: Context, key: string): Promise<boolean> {
  const id = scriptOfKey(key)
  const upload = id && (await findUpload(ctx.db, id))
  return upload ? upload.state === 'open' && key === originalKey(upload.id) : false
}

export const samplesShelf: Shelf = {
  prefix: PROCESSES_PREFIX,
  isWanted: async (ctx, key) => {
    const id = processOfKey(key)
    return id !== undefined && isRunning(ctx.db, id)
  },
}

/** Asks both again: the file may have arrived or been deleted since its page was read. */
export async function isMissing(ctx: Context, key: string): Promise<boolean> {
  if ((await ctx.storage.sizeOf(key)) !== undefined) return false
  const id = scriptOfKey(key)
  const script = id && (await scriptById(ctx.db, id))
  return script ? !script.expiredAt && (key !== playbackKey(script.id) || script.hasPlayback) : false
}
