import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a media file with ffmpeg. */
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

/** An ffmpeg input: a tone. */
export const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=duration=${seconds}`]

/** A video without an audio stream. */
export const silentVideo = () =>
  makeMedia('mp4', ['-f', 'lavfi', '-i', 'color=size=64x64:duration=1', '-pix_fmt', 'yuv420p'])

/** The first bytes of a recording, followed by garbage. */
export const brokenMedia = () => Buffer.concat([makeMedia('mp3', tone(1)).subarray(0, 20), Buffer.alloc(5000, 7)])
