import type { Media } from '@doslovno/contract/scripts.ts'

import type { Context } from '#context.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { originalKey, playbackKey } from './keys.ts'

const PLAYBACK_TYPE = 'audio/mp4'

/** Addresses that the player plays, as short-lived as the configuration says: closing a file must soon hold for them too. */
export async function mediaOf(ctx: Context, script: ScriptRow): Promise<Media> {
  const seconds = ctx.config.mediaUrlSeconds
  if (script.expiredAt) return { fileSrc: null, playbackSrc: null, srcSeconds: seconds }
  const original = () => ctx.storage.signedUrl(originalKey(script.id), { seconds, contentType: script.contentType })
  const copy = () => ctx.storage.signedUrl(playbackKey(script.id), { seconds, contentType: PLAYBACK_TYPE })
  const playbackSrc = script.hasPlayback ? await copy() : null
  // Sound is heard from the copy, in which every moment is exact; a picture is only in the recording itself.
  const fileSrc = script.kind === 'audio' && playbackSrc ? playbackSrc : await original()
  return { fileSrc, playbackSrc, srcSeconds: seconds }
}
