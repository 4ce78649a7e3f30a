import { lstat, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'
import { HEAD_BYTES, mediaTypeOf } from '@doslovno/domain/upload/magic.ts'

import { remuxToMp4 } from '#adapters/media/index.ts'
import { type Outcome, PROXY_URL } from '#adapters/sandbox/index.ts'
import { AppError } from '#platform/errors.ts'
import { whyUnwritable } from '#platform/process/work-folder.ts'

import type { Dial } from './dial.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { type Downloaded, downloadPath, type DownloadRequest, tooBig } from './refusals.ts'
import { failureOf, type Found, readFound, readProgress, readRefusedBytes, TEMPLATES } from './site-output.ts'
import { runYtDlp } from './yt-dlp.ts'

export type Sites = { dial: Dial; certificates: string; idleMs: number; seconds: number }

/** Allowance for pages, manifests and TLS overhead, which pass the proxy too. */
const PROXY_EXTRA_BYTES = 50_000_000
const PROXY_EXTRA_SHARE = 0.1
const SELF_TEST_SECONDS = 60

/** Fetches the recording behind a page; undefined if yt-dlp does not know the site. */
export async function fetchFromSite(sites: Sites, url: URL, request: DownloadRequest): Promise<Downloaded | undefined> {
  const [outDir, proxyDir] = [await mkdtemp(join(request.folder, 'site-')), await mkdtemp(join(tmpdir(), 'link-'))]
  try {
    return await fetchInto({ sites, url, request, outDir, proxyPath: join(proxyDir, 'proxy') })
  } finally {
    await Promise.all([outDir, proxyDir].map((folder) => rm(folder, { recursive: true, force: true })))
  }
}

/** Starts yt-dlp in its sandbox, with a proxy that it does not ask. */
export async function testSites({ dial, certificates }: Sites, folder: string, signal: AbortSignal): Promise<void> {
  const [outDir, proxyDir] = [await mkdtemp(join(folder, 'site-')), await mkdtemp(join(tmpdir(), 'link-'))]
  const path = join(proxyDir, 'proxy')
  const proxy = await startProxy({ path, dial, limitBytes: 0, signal, onLimit: () => undefined })
  try {
    const run = {
      args: ['--ignore-config', '--version'],
      outDir,
      outBytes: 0,
      certificates,
      seconds: SELF_TEST_SECONDS,
    }
    const { exitCode, stderr } = await runYtDlp({ ...run, proxy: path, signal, onLine: () => undefined })
    if (exitCode !== 0) throw new Error(`yt-dlp ended with ${exitCode}: ${stderr.slice(0, 200)}`)
  } finally {
    await proxy.close()
    await Promise.all([outDir, proxyDir].map((one) => rm(one, { recursive: true, force: true })))
  }
}

type Visit = { sites: Sites; url: URL; request: DownloadRequest; outDir: string; proxyPath: string }

async function fetchInto(visit: Visit): Promise<Downloaded | undefined> {
  const { sites, url, request } = visit
  const stop = new AbortController()
  const signal = AbortSignal.any([request.signal, stop.signal])
  const output = followOutput(request)
  const stopAsTooBig = () => stop.abort(tooBig(nameOf(output.found(), url), output.found()?.totalBytes ?? 0, request))
  const proxy = await startProxy({
    path: visit.proxyPath,
    dial: sites.dial,
    limitBytes: request.limitBytes * (1 + PROXY_EXTRA_SHARE) + PROXY_EXTRA_BYTES,
    signal,
    onLimit: stopAsTooBig,
  })
  try {
    const outcome = await run(visit, signal, (line) => output.read(line) > request.limitBytes && stopAsTooBig())
    return await collect({ ...visit, proxy, outcome, found: output.found(), signal })
  } finally {
    await proxy.close()
  }
}

/** Follows yt-dlp's output and reports progress; `read` returns the bytes fetched so far. */
function followOutput({ onProgress }: DownloadRequest) {
  let found: Found | undefined
  let bytes = 0
  return {
    found: () => found,
    read: (line: string): number => {
      const [start, progress] = [readFound(line), readProgress(line)]
      found = start ?? (found && { ...found, totalBytes: readRefusedBytes(line) ?? found.totalBytes })
      bytes = progress?.bytes ?? bytes
      if (found && (start || progress))
        onProgress({ title: found.title, bytes, totalBytes: (progress ?? found).totalBytes })
      return bytes
    },
  }
}

function run(
  { sites, url, request, outDir, proxyPath }: Visit,
  signal: AbortSignal,
  onLine: (line: string) => unknown,
) {
  return runYtDlp({
    args: argsFor(url, sites, request),
    outDir,
    // One byte over the limit shows that the file was larger.
    outBytes: request.limitBytes + 1,
    proxy: proxyPath,
    certificates: sites.certificates,
    seconds: sites.seconds,
    signal,
    onLine,
  })
}

/** Prefers audio only, else a small picture: only the sound is transcribed. */
function argsFor(url: URL, { idleMs }: Sites, { limitBytes }: DownloadRequest): string[] {
  return [
    '--ignore-config', '--no-cache-dir', '--no-plugin-dirs', '--color', 'never', '--proxy', PROXY_URL,
    // The generic extractor would follow any page anywhere.
    '--ies', 'default,-generic', '--no-playlist', '--playlist-items', '1', '--match-filters', '!is_live',
    '--format', 'ba/b', '--format-sort', 'res:480', '--max-filesize', String(limitBytes),
    '--downloader', 'native', '--ffmpeg-location', '/none', '--fixup', 'never', '--no-mtime', '--no-continue',
    '--socket-timeout', String(idleMs / 1000), '--retries', '2', '--fragment-retries', '2', '--extractor-retries', '1',
    '--abort-on-unavailable-fragments', '--output', '/out/media.%(ext)s',
    '--print', TEMPLATES.found, '--no-quiet', '--newline', '--progress-template', TEMPLATES.progress,
    '--progress-delta', '0.5', '--', url.href,
  ] // prettier-ignore
}

type Visited = Visit & { proxy: Proxy; outcome: Outcome; found: Found | undefined; signal: AbortSignal }

/** Checks the file yt-dlp left; if there is none, finds the reason in its output. */
async function collect(visited: Visited): Promise<Downloaded | undefined> {
  const { request, url, outDir, outcome, found, signal } = visited
  const path = await fileIn(outDir)
  const unwritable = path && outcome.exitCode === 0 ? undefined : await whyUnwritable(outDir)
  if (unwritable) throw unwritable
  if (!path) return noFile(visited, await largestIn(outDir))
  if (outcome.exitCode !== 0) throw new Error(`yt-dlp ended with ${outcome.exitCode}`)
  const contentType = mediaTypeOf(await headOf(path))
  if (!contentType) throw new AppError('linkUnsupported')
  const finalPath = downloadPath(request.folder)
  const isRemuxed = contentType === 'video/mp2t' && (await remuxToMp4(path, finalPath, signal))
  if (!isRemuxed) await rename(path, finalPath)
  const { size: sizeBytes } = await stat(finalPath)
  if (sizeBytes > request.limitBytes) throw tooBig(nameOf(found, url), sizeBytes, request)
  const fileName = nameOf(found, url)
  return { path: finalPath, fileName, contentType: isRemuxed ? 'video/mp4' : contentType, sizeBytes }
}

/** Throws why there is no file; returns undefined if yt-dlp does not know the site. */
function noFile({ proxy, outcome, found, url, request }: Visited, largestBytes: number): undefined {
  const { exitCode, stderr } = outcome
  if (largestBytes > request.limitBytes) throw tooBig(nameOf(found, url), found?.totalBytes ?? 0, request)
  // It succeeds without a file in two cases: the file is over its limit, or it is a live stream.
  if (exitCode === 0 && found) throw tooBig(nameOf(found, url), found.totalBytes ?? 0, request)
  if (exitCode === 0) throw new AppError('linkUnsupported')
  const cause = new Error(`exit ${exitCode}: ${stderr.slice(0, 500)}`)
  if (proxy.hasBlocked()) throw new AppError('linkFailed', { cause })
  const failure = failureOf(stderr)
  if (failure === 'unknown') return undefined
  throw failure === 'retry' ? new Error('The site did not answer', { cause }) : new AppError(failure, { cause })
}

function nameOf(found: Found | undefined, url: URL): string {
  return cleanFileName(found?.fileName ?? url.hostname)
}

/**
 * The complete file that yt-dlp left; an incomplete one has another name. The folder is untrusted: a symlink in it
 * could point at a file of ours, so only regular files count.
 */
export async function fileIn(folder: string): Promise<string | undefined> {
  const entries = await readdir(folder, { withFileTypes: true })
  const file = entries.find((entry) => entry.isFile() && /^media\.\w+$/.test(entry.name))
  return file && join(folder, file.name)
}

/** The size of the largest entry, complete or not. */
export async function largestIn(folder: string): Promise<number> {
  const sizes = (await readdir(folder)).map(async (name) => (await lstat(join(folder, name))).size)
  return Math.max(0, ...(await Promise.all(sizes)))
}

export async function headOf(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
