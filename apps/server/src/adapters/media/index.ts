import { join } from 'node:path'

import { BYTES_PER_SECOND, SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import * as z from 'zod'

import { AppError } from '#platform/errors.ts'

import { type Outcome, runSandboxed } from './sandbox.ts'

/** What is inside a file people sent. */
export type MediaInfo = { kind: 'audio' | 'video' }

export type Media = {
  /** Looks inside; throws what people are told when it cannot be processed. */
  probe(path: string, signal: AbortSignal): Promise<MediaInfo>
  /** Decodes the first sound track to what the engines listen to; answers the path of the raw samples. */
  decode(path: string, outDir: string, maxSeconds: number, signal: AbortSignal): Promise<string>
}

const FORMATS = 'mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mp3,wav,w64,flac,ogg,aac,avi,mpeg,mpegts,asf,amr,aiff,caf,au,flv'
/** Refuses playlists and anything that names another file or the network. */
const GUARDS = ['-v', 'error', '-max_pixels', '37000000', '-protocol_whitelist', 'file', '-format_whitelist', FORMATS]
const PROBE_SECONDS = 60
const DECODE_SECONDS = 1800
const Probe = z.object({
  streams: z.array(
    z.object({ codec_type: z.string().optional(), disposition: z.record(z.string(), z.number()).optional() }),
  ),
})

export function createMedia(): Media {
  return { probe, decode }
}

async function probe(path: string, signal: AbortSignal): Promise<MediaInfo> {
  const args = [...GUARDS, '-show_streams', '-of', 'json', '-i', '/in']
  const outcome = await runSandboxed({ program: 'ffprobe', args, input: path, seconds: PROBE_SECONDS, signal })
  if (outcome.exitCode !== 0) throw new AppError('unsupportedFormat', said(outcome))
  const { streams } = Probe.parse(JSON.parse(outcome.stdout))
  if (!streams.some((stream) => stream.codec_type === 'audio')) throw new AppError('noAudioStream')
  // The cover of an album is a video stream too.
  const hasPicture = streams.some((stream) => stream.codec_type === 'video' && stream.disposition?.attached_pic !== 1)
  return { kind: hasPicture ? 'video' : 'audio' }
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

/** What the program said stays with us: people get one of the known texts. */
function said({ exitCode, stderr }: Outcome): ErrorOptions {
  return { cause: new Error(`exit ${exitCode}: ${stderr.slice(0, 500)}`) }
}
