import { mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { ErrorCode } from '@doslovno/domain/errors.ts'
import { BYTES_PER_SECOND, SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { LONGEST_RECORDING_SECONDS } from '@doslovno/domain/upload/limits.ts'
import { HEAD_BYTES, looksLikeMedia } from '@doslovno/domain/upload/magic.ts'
import * as z from 'zod'

import { type Outcome, type Policy, runSandboxed } from '#adapters/sandbox/index.ts'
import { wavOf } from '#adapters/wav.ts'
import { AppError } from '#platform/errors.ts'
import { isDiskFull, whyUnwritable } from '#platform/process/work-folder.ts'
import { OutOfResources } from '#platform/transient.ts'

const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,w64,flac,ogg,aac,avi,mpeg,mpegts,asf,amr,aiff,caf,au,flv'
/** Refuses playlists, anything that names another file or the network, and huge pictures. */
export const INPUT_ARGS = [
  '-v', 'error', '-max_pixels', '37000000', '-protocol_whitelist', 'file', '-format_whitelist', FORMATS,
] // prettier-ignore

const STDOUT_CHARACTERS = 1_000_000

/** `timeout` reports its limit by 124; a signal ends a program with 128 + its number. */
const TIMED_OUT = 124
const KILLED = 128 + 9

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

type Failed = { outcome: Outcome; outDir?: string | undefined }

/**
 * The error of a program that did not succeed. Only an `AppError` blames the file. A folder that cannot be written
 * to and a kill, usually for want of memory, are transient. A timeout is retried like any bug, and a file that always times out fails as ours.
 */
export async function failureOf({ outcome, outDir }: Failed, blame: ErrorCode): Promise<Error> {
  const { exitCode, stderr } = outcome
  const cause = new Error(`exit ${exitCode}: ${stderr.slice(0, 500)}`)
  if (exitCode === TIMED_OUT) return new Error('The media program timed out', { cause })
  if (exitCode === KILLED) return new OutOfResources('ENOMEM', 'The media program was killed', { cause })
  return (outDir && (await whyUnwritable(outDir))) || new AppError(blame, { cause })
}

const REMUX_SECONDS = 600
const REMUX_ARGS = [
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
      args: REMUX_ARGS,
      input: path,
      outDir,
      outBytes,
      seconds: REMUX_SECONDS,
      signal,
    })
    if (exitCode === 0) await rename(join(outDir, 'remuxed.mp4'), mp4Path)
    return exitCode === 0
  } finally {
    await rm(outDir, { recursive: true })
  }
}

/** One run of ffmpeg or ffprobe: it sees one file, at /in, and writes to one folder, at /out. */
type FfmpegRun = {
  program: 'ffmpeg' | 'ffprobe'
  args: readonly string[]
  input: string
  outDir?: string
  /** Largest file it may write. */
  outBytes?: number
  seconds: number
  signal: AbortSignal
}

export function runFfmpeg({ program, args, signal, ...task }: FfmpegRun): Promise<Outcome> {
  return runSandboxed(ffmpegPolicy(task), [`/usr/bin/${program}`, ...args], { signal })
}

export function ffmpegPolicy({ input, ...policy }: Omit<FfmpegRun, 'program' | 'args' | 'signal'>): Policy {
  return { ...policy, readable: { '/in': input }, stdoutCharacters: STDOUT_CHARACTERS }
}
