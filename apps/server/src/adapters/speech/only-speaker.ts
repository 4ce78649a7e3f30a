import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import type { HeardWindow } from '@doslovno/domain/speakers/join-windows.ts'

/** A single speaker needs no diarisation. */
export function onlySpeaker(pcm: Uint8Array): HeardWindow {
  const seconds = pcm.byteLength / BYTES_PER_SECOND
  return { turns: [{ start: 0, end: seconds, speaker: 0 }], voices: [{ embedding: [], seconds }] }
}
