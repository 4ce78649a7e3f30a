import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file made by ffmpeg, as people's devices make theirs. */
export function makeMedia(extension: string, args: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'test-media-'))
  const path = join(folder, `made.${extension}`)
  try {
    const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', ...args, path], { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Seconds of a quiet tone, as sound. */
export const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=duration=${seconds}`]

/** A video nobody speaks in: it has no sound at all. */
export const silentVideo = () =>
  makeMedia('mp4', ['-f', 'lavfi', '-i', 'color=size=64x64:duration=1', '-pix_fmt', 'yuv420p'])

/** The first bytes of a recording and nothing that could be played after them. */
export const brokenMedia = () => Buffer.concat([makeMedia('mp3', tone(1)).subarray(0, 20), Buffer.alloc(5000, 7)])
