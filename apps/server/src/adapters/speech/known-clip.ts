import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Skips the header of the WAV file, which we wrote ourselves. */
const HEADER_BYTES = 44

/**
 * A sentence of synthetic Russian speech (Festival with the voice msu_ru_nsh of Debian's festvox-ru), 5.3 s as samples;
 * `knownClipText` of the texts says what is said.
 */
export async function knownClip(): Promise<Uint8Array> {
  const file = await readFile(join(import.meta.dirname, 'known-clip.wav'))
  return file.subarray(HEADER_BYTES)
}
