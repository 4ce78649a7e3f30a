import { join } from 'node:path'

import { BYTES_PER_SECOND, SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { LONGEST_RECORDING_SECONDS } from '@doslovno/domain/upload/limits.ts'
import * as z from 'zod'

import { AppError } from '#platform/errors.ts'

import { type Outcome, runSandboxed } from './sandbox.ts'

/** What is inside a file people sent; the duration is what the file says of itself, null where it says nothing. */
export type MediaInfo = { kind: 'audio' | 'video'; durationSeconds: number | null }

export type Media = {
  /** Looks inside; throws what people are told when it cannot be processed. */
  probe(path: string, signal: AbortSignal): Promise<MediaInfo>
  /** The true length of the first sound track, found by decoding it all. */
  measure(path: string, signal: AbortSignal): Promise<number>
  /** Decodes the first sound track to what the engines listen to; answers the path of the raw samples. */
  decode(path: string, outDir: string, maxSeconds: number, signal: AbortSignal): Promise<string>
  /** The first sound track as every browser plays it and seeks in it exactly; answers its path. */
  toPlayback(path: string, outDir: string, signal: AbortSignal): Promise<string>
}

const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,w64,flac,ogg,aac,avi,mpeg,mpegts,asf,amr,aiff,caf,au,flv'
/** Refuses playlists and anything that names another file or the network. */
export const GUARDS = [
  '-v',
  'error',
  '-max_pixels',
  '37000000',
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  FORMATS,
]
const PROBE_SECONDS = 60
const DECODE_SECONDS = 1800
const Probe = z.object({
  format: z.object({ duration: z.coerce.number().positive().optional().catch(undefined) }),
  streams: z.array(
    z.object({ codec_type: z.string().optional(), disposition: z.record(z.string(), z.number()).optional() }),
  ),
})

/**
 * Speech stays clear at this rate; the index of the container makes every moment exact. The fast coder takes a third
 * of the time of the usual one and leaves less noise at this rate (31 dB below speech, not 24).
 */
const PLAYBACK = [
  '-ac', '1', '-ar', '32000', '-c:a', 'aac', '-aac_coder', 'fast', '-b:a', '64k', '-movflags', '+faststart', '-f', 'mp4',
] // prettier-ignore
const PLAYBACK_BYTES_PER_SECOND = 16_000

export function createMedia(): Media {
  return { probe, measure, decode, toPlayback }
}

async function probe(path: string, signal: AbortSignal): Promise<MediaInfo> {
  const args = [...GUARDS, '-show_streams', '-show_format', '-of', 'json', '-i', '/in']
  const outcome = await runSandboxed({ program: 'ffprobe', args, input: path, seconds: PROBE_SECONDS, signal })
  if (outcome.exitCode !== 0) throw new AppError('unsupportedFormat', said(outcome))
  const { streams, format } = Probe.parse(JSON.parse(outcome.stdout))
  if (!streams.some((stream) => stream.codec_type === 'audio')) throw new AppError('noAudioStream')
  // The cover of an album is a video stream too.
  const hasPicture = streams.some((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1)
  return { kind: hasPicture ? 'video' : 'audio', durationSeconds: format.duration ?? null }
}

async function measure(path: string, signal: AbortSignal): Promise<number> {
  const args = [
    '-hide_banner', '-nostdin', ...GUARDS, '-i', '/in', '-map', '0:a:0', '-vn', '-sn', '-dn',
    '-t', String(LONGEST_RECORDING_SECONDS + 1), '-f', 'null', '-progress', 'pipe:1', '-',
  ] // prettier-ignore
  const outcome = await runSandboxed({ program: 'ffmpeg', args, input: path, seconds: DECODE_SECONDS, signal })
  const microseconds = [...outcome.stdout.matchAll(/^out_time_us=(\d+)$/gm)].at(-1)?.[1]
  if (outcome.exitCode !== 0 || microseconds === undefined) throw new AppError('mediaBroken', said(outcome))
  return Number(microseconds) / 1_000_000
}

async function decode(path: string, outDir: string, maxSeconds: number, signal: AbortSignal): Promise<string> {
  const args = [
    '-hide_banner', '-nostdin', ...GUARDS, '-i', '/in', '-map', '0:a:0', '-vn', '-sn', '-dn', '-t', String(maxSeconds),
    '-ac', '1', '-ar', String(SAMPLE_RATE), '-c:a', 'pcm_s16le', '-f', 's16le', '-y', '/out/audio.pcm',
  ] // prettier-ignore
  const outBytes = (maxSeconds + 1) * BYTES_PER_SECOND
  const outcome = await runSandboxed({
    program: 'ffmpeg',
    args,
    input: path,
    outDir,
    outBytes,
    seconds: DECODE_SECONDS,
    signal,
  })
  if (outcome.exitCode !== 0) throw new AppError('mediaBroken', said(outcome))
  return join(outDir, 'audio.pcm')
}

async function toPlayback(path: string, outDir: string, signal: AbortSignal): Promise<string> {
  const args = [
    '-hide_banner', '-nostdin', ...GUARDS, '-i', '/in', '-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1',
    '-t', String(LONGEST_RECORDING_SECONDS), ...PLAYBACK, '-y', '/out/playback.m4a',
  ] // prettier-ignore
  const outBytes = LONGEST_RECORDING_SECONDS * PLAYBACK_BYTES_PER_SECOND
  const task = { program: 'ffmpeg' as const, args, input: path, outDir, outBytes, seconds: DECODE_SECONDS, signal }
  const outcome = await runSandboxed(task)
  if (outcome.exitCode !== 0) throw new AppError('mediaBroken', said(outcome))
  return join(outDir, 'playback.m4a')
}

/** What the program said stays with us: people get one of the known texts. */
function said({ exitCode, stderr }: Outcome): ErrorOptions {
  return { cause: new Error(`exit ${exitCode}: ${stderr.slice(0, 500)}`) }
}
