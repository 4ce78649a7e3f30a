import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { INPUT_ARGS, runFfmpeg } from './ffmpeg.ts'

const SECONDS = 600
const ARGS = [
  '-hide_banner', '-nostdin', ...INPUT_ARGS, '-f', 'mpegts', '-i', '/in', '-map', '0:v:0?', '-map', '0:a:0', '-c', 'copy',
  '-movflags', '+faststart', '-f', 'mp4', '-y', '/out/remuxed.mp4',
] // prettier-ignore

/**
 * Rewraps an MPEG transport stream, which no browser plays, as an mp4 at `mp4Path` without re-encoding. Returns false
 * if ffmpeg cannot do it.
 */
export async function remuxToMp4(path: string, mp4Path: string, signal: AbortSignal): Promise<boolean> {
  // A new folder: the folder of the input may be untrusted and hold a symlink named like the output.
  const outDir = await mkdtemp(join(dirname(mp4Path), 'remux-'))
  try {
    // An mp4's tables are smaller than the transport stream's headers, except in small files.
    const outBytes = (await stat(path)).size + 1_000_000
    const { exitCode } = await runFfmpeg({
      program: 'ffmpeg',
      args: ARGS,
      input: path,
      outDir,
      outBytes,
      seconds: SECONDS,
      signal,
    })
    if (exitCode === 0) await rename(join(outDir, 'remuxed.mp4'), mp4Path)
    return exitCode === 0
  } finally {
    await rm(outDir, { recursive: true })
  }
}
