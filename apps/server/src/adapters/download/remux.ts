import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { GUARDS } from '#adapters/media/index.ts'
import { runSandboxed } from '#adapters/media/sandbox.ts'

const SECONDS = 600
const ARGS = [
  '-hide_banner', '-nostdin', ...GUARDS, '-f', 'mpegts', '-i', '/in', '-map', '0:v:0?', '-map', '0:a:0', '-c', 'copy',
  '-movflags', '+faststart', '-f', 'mp4', '-y', '/out/remuxed.mp4',
] // prettier-ignore

/**
 * Turns the packets of a broadcast, which sites cut their recordings into and no browser plays, into an mp4 with the
 * same sound and picture at `place`. False where it cannot be done and the packets must do.
 */
export async function remux(path: string, place: string, signal: AbortSignal): Promise<boolean> {
  // A new folder: the one yt-dlp wrote to may hold a link that leads the result astray.
  const outDir = await mkdtemp(join(dirname(place), 'remux-'))
  try {
    // The tables of an mp4 are smaller than the packets' own headers, but a small file has little of either.
    const outBytes = (await stat(path)).size + 1_000_000
    const task = { program: 'ffmpeg', args: ARGS, input: path, outDir, outBytes, seconds: SECONDS, signal } as const
    const { exitCode } = await runSandboxed(task)
    if (exitCode === 0) await rename(join(outDir, 'remuxed.mp4'), place)
    return exitCode === 0
  } finally {
    await rm(outDir, { recursive: true })
  }
}
