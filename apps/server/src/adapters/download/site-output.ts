import type { ErrorCode } from '@doslovno/domain/errors.ts'
import * as z from 'zod'

/** Templates of the lines we make yt-dlp print; both carry JSON. */
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

/** The recording that yt-dlp found behind a link. */
export type Found = { title: string; fileName: string; totalBytes: number | null }

export function readFound(line: string): Found | undefined {
  const found = Found.safeParse(jsonAfter('found', line)).data
  if (!found) return undefined
  const { ext, filesize, filesize_approx: approximate } = found
  const title = found.title.replaceAll(/\p{Cc}/gu, ' ').slice(0, 200)
  // A slash in a title must not make a path.
  const fileName = `${title.replaceAll(/[/\\]/g, ' ')}.${ext}`
  return { title, fileName, totalBytes: filesize ?? approximate }
}

export function readProgress(line: string): { bytes: number; totalBytes: number | null } | undefined {
  const progress = Progress.safeParse(jsonAfter('progress', line)).data
  return progress && { bytes: progress.bytes ?? 0, totalBytes: progress.total }
}

/** The size of a file that yt-dlp refused to fetch. */
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

/** `unknown`: not a site it knows. `retry`: may work next time. Otherwise the error to report. */
export type SiteFailure = ErrorCode | 'unknown' | 'retry'

/** yt-dlp reports failures by text alone; these messages come from its own code and have been stable for years. */
const MESSAGES: readonly (readonly [SiteFailure, RegExp])[] = [
  ['unknown', /No suitable extractor|Unsupported URL/],
  ['retry', /HTTP Error (408|425|429|5\d\d)|Tunnel connection failed: 50\d|timed out|Connection (reset|refused|aborted)|Remote end closed|IncompleteRead|bytes read, \d+ more expected/i],
  ['linkAccessDenied', /HTTP Error 40[13]|\bprivate\b|registered users|log(ged)?[ -]?in|sign in|cookies|members?.only|subscri(be|ption)|password|permission|access|geo.?restrict|from your (location|country)|DRM/i],
] // prettier-ignore

export function failureOf(stderr: string): SiteFailure {
  const errors = stderr.split('\n').filter((line) => line.startsWith('ERROR:')).join('\n') // prettier-ignore
  return MESSAGES.find(([, message]) => message.test(errors))?.[0] ?? 'linkFailed'
}
