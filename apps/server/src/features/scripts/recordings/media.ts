import type { Media } from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import { originalKey, playbackKey } from '#features/scripts/keys.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { PLAYBACK_TYPE } from './playback.ts'

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
