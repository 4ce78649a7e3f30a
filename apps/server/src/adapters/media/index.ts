import { open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { BYTES_PER_SECOND, SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { LONGEST_RECORDING_SECONDS } from '@doslovno/domain/upload/limits.ts'
import { HEAD_BYTES, looksLikeMedia } from '@doslovno/domain/upload/magic.ts'
import * as z from 'zod'

import type { Outcome } from '#adapters/sandbox/index.ts'
import { wavOf } from '#adapters/wav.ts'
import { AppError } from '#platform/errors.ts'
import { isDiskFull } from '#platform/process/work-folder.ts'

import { failureOf } from './failure.ts'
import { type FfmpegRun, INPUT_ARGS, runFfmpeg } from './ffmpeg.ts'

export { remuxToMp4 } from './remux.ts'

/** The contents of an uploaded file. The duration is the one its header declares, null if it declares none. */
export type MediaInfo = { kind: 'audio' | 'video'; durationSeconds: number | null }

/** A stretch of a recording, from its beginning unless `start` is given. */
type Stretch = { start?: number; seconds: number }

export type Media = {
  /** Reads the file's streams; throws an `AppError` if it cannot be processed. */
  probe(path: string, signal: AbortSignal): Promise<MediaInfo>
  /** Decodes the whole first audio track to find its true length in seconds. */
  measure(path: string, signal: AbortSignal): Promise<number>
  /** Decodes the first audio track to the samples the engines take; returns their path. */
  decode(path: string, outDir: string, stretch: Stretch, signal: AbortSignal): Promise<string>
  /** Encodes the first audio track so that every browser plays it and seeks exactly; returns its path. */
  toPlayback(path: string, outDir: string, signal: AbortSignal): Promise<string>
  /** Throws if ffmpeg does not decode a moment of silence. */
  selfTest(folder: string, signal: AbortSignal): Promise<void>
}

const PROBE_SECONDS = 60
const DECODE_SECONDS = 1800
const Probe = z.object({
  format: z.object({ duration: z.coerce.number().positive().optional().catch(undefined) }),
  streams: z.array(
    z.object({ codec_type: z.string().optional(), disposition: z.record(z.string(), z.number()).optional() }),
  ),
})

/**
 * Speech stays clear at this bit rate, and the container's index makes seeking exact. The fast coder takes a third of
 * the default coder's time and leaves less noise at this rate (31 dB below speech, not 24).
 */
const PLAYBACK = [
  '-ac', '1', '-ar', '32000', '-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '64k', '-movflags', '+faststart', '-f', 'mp4',
] // prettier-ignore
const PLAYBACK_BYTES_PER_SECOND = 16_000

export function createMedia(): Media {
  return { probe, measure, decode, toPlayback, selfTest }
}

async function probe(path: string, signal: AbortSignal): Promise<MediaInfo> {
  const args = [...INPUT_ARGS, '-show_streams', '-show_format', '-of', 'json', '-i', '/in']
  const outcome = await runFfmpeg({ program: 'ffprobe', args, input: path, seconds: PROBE_SECONDS, signal })
  if (outcome.exitCode !== 0) throw await failureOf({ outcome }, await blameOf(path))
  const { streams, format } = Probe.parse(JSON.parse(outcome.stdout))
  if (!streams.some((stream) => stream.codec_type === 'audio')) throw new AppError('noAudioStream')
  // Album art is a video stream too.
  const hasPicture = streams.some((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1)
  return { kind: hasPicture ? 'video' : 'audio', durationSeconds: format.duration ?? null }
}

/** A file that begins like a recording but cannot be read is broken; any other is no recording. */
async function blameOf(path: string): Promise<'mediaBroken' | 'unsupportedFormat'> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return looksLikeMedia(buffer.subarray(0, bytesRead)) ? 'mediaBroken' : 'unsupportedFormat'
  } finally {
    await file.close()
  }
}

async function measure(path: string, signal: AbortSignal): Promise<number> {
  const most = ['-t', String(LONGEST_RECORDING_SECONDS + 1)]
  const outcome = await readAudio([...most, '-f', 'null', '-progress', 'pipe:1', '-'], { input: path, signal })
  const microseconds = [...outcome.stdout.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1]
  if (microseconds === undefined) throw await failureOf({ outcome }, 'mediaBroken')
  return Number(microseconds) / 1_000_000
}

async function decode(
  path: string,
  outDir: string,
  { start = 0, seconds }: Stretch,
  signal: AbortSignal,
): Promise<string> {
  const args = [
    '-ss', String(start), '-t', String(seconds), '-ac', '1', '-ar', String(SAMPLE_RATE), '-c:a', 'pcm_s16le', '-f', 's16le',
    '-y', '/out/audio.pcm',
  ] // prettier-ignore
  await readAudio(args, { input: path, outDir, outBytes: (seconds + 1) * BYTES_PER_SECOND, signal })
  return join(outDir, 'audio.pcm')
}

async function toPlayback(path: string, outDir: string, signal: AbortSignal): Promise<string> {
  const most = ['-t', String(LONGEST_RECORDING_SECONDS)]
  const outBytes = LONGEST_RECORDING_SECONDS * PLAYBACK_BYTES_PER_SECOND
  const args = ['-map_metadata', '-1', ...most, ...PLAYBACK, '-y', '/out/playback.m4a']
  await readAudio(args, { input: path, outDir, outBytes, signal })
  return join(outDir, 'playback.m4a')
}

async function selfTest(folder: string, signal: AbortSignal): Promise<void> {
  const recording = join(folder, 'silence.wav')
  await writeFile(recording, wavOf(Buffer.alloc(SELF_TEST_SECONDS * BYTES_PER_SECOND)))
  const samples = await decode(recording, folder, { seconds: SELF_TEST_SECONDS }, signal)
  const { size } = await stat(samples)
  if (size !== SELF_TEST_SECONDS * BYTES_PER_SECOND) throw new Error(`ffmpeg decoded ${size} bytes`)
}

const SELF_TEST_SECONDS = 1

type Reading = Pick<FfmpegRun, 'input' | 'outDir' | 'outBytes' | 'signal'>

/** Runs ffmpeg over the first audio track of a file. */
async function readAudio(outputArgs: readonly string[], reading: Reading): Promise<Outcome> {
  const args = [
    '-hide_banner', '-nostdin', ...INPUT_ARGS, '-i', '/in', '-map', '0:a:0', '-vn', '-sn', '-dn', ...outputArgs,
  ] // prettier-ignore
  const outcome = await runFfmpeg({ ...reading, program: 'ffmpeg', args, seconds: DECODE_SECONDS })
  const { outDir } = reading
  // ffmpeg reports success although its last write failed.
  const isCut = outDir !== undefined && (await isDiskFull(outDir))
  if (outcome.exitCode !== 0 || isCut) throw await failureOf({ outcome, outDir }, 'mediaBroken')
  return outcome
}
