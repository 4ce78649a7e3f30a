import type { ErrorCode } from '@doslovno/domain/errors.ts'
import * as z from 'zod'

/** Lines of ours among what yt-dlp prints; both are JSON. */
export const TEMPLATES = {
  found: 'before_dl:found %(.{title,ext,filesize,filesize_approx})j',
  progress:
    'download:progress {"bytes":%(progress.downloaded_bytes)j,"total":%(progress.total_bytes,progress.total_bytes_estimate)j}',
}

const bytes = z
  .number()
  .nonnegative()
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : Math.round(value)))
const Found = z.object({ title: z.string(), ext: z.string(), filesize: bytes, filesize_approx: bytes })
const Progress = z.object({ bytes, total: bytes })

/** What yt-dlp found behind a link. */
export type Found = { title: string; fileName: string; totalBytes: number | null }

export function readFound(line: string): Found | undefined {
  const found = Found.safeParse(jsonAfter('found', line)).data
  if (!found) return undefined
  const { ext, filesize, filesize_approx: approximate } = found
  const title = found.title.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200)
  // A slash in a title is no path.
  const fileName = `${title.replaceAll(/[/\\]/g, ' ')}.${ext}`
  return { title, fileName, totalBytes: filesize ?? approximate }
}

export function readProgress(line: string): { bytes: number; totalBytes: number | null } | undefined {
  const progress = Progress.safeParse(jsonAfter('progress', line)).data
  return progress && { bytes: progress.bytes ?? 0, totalBytes: progress.total }
}

/** The size for which it would not even begin. */
export function readRefusedBytes(line: string): number | undefined {
  const bytes = /larger than max-filesize \((\d+) bytes/.exec(line)?.[1]
  return bytes === undefined ? undefined : Number(bytes)
}

function jsonAfter(word: string, line: string): unknown {
  if (!line.startsWith(`${word} `)) return undefined
  try {
    return JSON.parse(line.slice(word.length + 1))
  } catch {
    return undefined
  }
}

/** `unknown`: no site it knows. `again`: may work next time. Otherwise what people are told. */
export type SiteFailure = ErrorCode | 'unknown' | 'again'

/** The program tells its failures by sentences only; they are those of its own code, some years old and stable. */
const SENTENCES: readonly (readonly [SiteFailure, RegExp])[] = [
  ['unknown', /No suitable extractor|Unsupported URL/],
  ['again', /HTTP Error (408|425|429|5\d\d)|Tunnel connection failed: 50\d|timed out|Connection (reset|refused|aborted)|Remote end closed|IncompleteRead|bytes read, \d+ more expected/i],
  ['linkAccessDenied', /HTTP Error 40[13]|\bprivate\b|registered users|log(ged)?[ -]?in|sign in|cookies|members?.only|subscri(be|ption)|password|permission|access|geo.?restrict|from your (location|country)|DRM/i],
] // prettier-ignore

export function failureOf(stderr: string): SiteFailure {
  const said = stderr.split('\n').filter((line) => line.startsWith('ERROR:')).join('\n') // prettier-ignore
  return SENTENCES.find(([, sentence]) => sentence.test(said))?.[0] ?? 'linkFailed'
}
