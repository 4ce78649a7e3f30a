import { mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { cleanFileName } from '@doslovno/domain/upload/file-name.ts'
import { mediaTypeOf } from '@doslovno/domain/upload/magic.ts'

import { AppError } from '#platform/errors.ts'

import type { Dial } from './dial.ts'
import { fileIn, headOf, largestIn } from './left-behind.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { tooBig } from './refusals.ts'
import { remux } from './remux.ts'
import { type Outcome, PROXY_URL, runSandboxed } from './sandbox.ts'
import { failureOf, type Found, readFound, readProgress, readRefusedBytes, TEMPLATES } from './site-output.ts'
import { type Downloaded, placeIn, type Wish } from './wish.ts'

export type Sites = { dial: Dial; certificates: string; idleMs: number; seconds: number }

/** Pages, manifests and the wrapping of TLS pass the proxy besides the file itself. */
const PROXY_EXTRA_BYTES = 50_000_000
const PROXY_EXTRA_SHARE = 0.1

/** Fetches a recording from a page of a site that yt-dlp knows; nothing where it knows none. */
export async function fetchFromSite(sites: Sites, url: URL, wish: Wish): Promise<Downloaded | undefined> {
  const [outDir, proxyDir] = [await mkdtemp(join(wish.folder, 'site-')), await mkdtemp(join(tmpdir(), 'link-'))]
  try {
    return await fetchInto({ sites, url, wish, outDir, proxyPath: join(proxyDir, 'proxy') })
  } finally {
    await Promise.all([outDir, proxyDir].map((folder) => rm(folder, { recursive: true, force: true })))
  }
}

type Visit = { sites: Sites; url: URL; wish: Wish; outDir: string; proxyPath: string }

async function fetchInto(visit: Visit): Promise<Downloaded | undefined> {
  const { sites, url, wish } = visit
  const stop = new AbortController()
  const signal = AbortSignal.any([wish.signal, stop.signal])
  const talk = listen(wish)
  const stopAsTooBig = () => stop.abort(tooBig(nameOf(talk.found(), url), talk.found()?.totalBytes ?? 0, wish))
  const proxy = await startProxy({
    path: visit.proxyPath,
    dial: sites.dial,
    limitBytes: wish.limitBytes * (1 + PROXY_EXTRA_SHARE) + PROXY_EXTRA_BYTES,
    signal,
    onLimit: stopAsTooBig,
  })
  try {
    const outcome = await run(visit, signal, (line) => talk.hear(line) > wish.limitBytes && stopAsTooBig())
    return await collect({ ...visit, proxy, outcome, found: talk.found(), signal })
  } finally {
    await proxy.close()
  }
}

/** Follows what the program says and tells it on; `hear` answers how many bytes have come. */
function listen({ onProgress }: Wish) {
  let found: Found | undefined
  let bytes = 0
  return {
    found: () => found,
    hear: (line: string): number => {
      const [start, progress] = [readFound(line), readProgress(line)]
      found = start ?? (found && { ...found, totalBytes: readRefusedBytes(line) ?? found.totalBytes })
      bytes = progress?.bytes ?? bytes
      if (found && (start || progress))
        onProgress({ title: found.title, bytes, totalBytes: (progress ?? found).totalBytes })
      return bytes
    },
  }
}

function run({ sites, url, wish, outDir, proxyPath }: Visit, signal: AbortSignal, onLine: (line: string) => unknown) {
  return runSandboxed({
    args: argsFor(url, sites, wish),
    outDir,
    // One more than allowed shows that there was more.
    outBytes: wish.limitBytes + 1,
    proxy: proxyPath,
    certificates: sites.certificates,
    seconds: sites.seconds,
    signal,
    onLine,
  })
}

/** Sound alone where the site has it, otherwise a small picture: the text is made of the sound. */
function argsFor(url: URL, { idleMs }: Sites, { limitBytes }: Wish): string[] {
  return [
    '--ignore-config', '--no-cache-dir', '--no-plugin-dirs', '--color', 'never', '--proxy', PROXY_URL,
    // The generic one would follow any page anywhere.
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

/** Judges what the program left behind, by what it said where that is nothing. */
async function collect(visited: Visited): Promise<Downloaded | undefined> {
  const { wish, url, outDir, outcome, found, signal } = visited
  const path = await fileIn(outDir)
  if (!path) return nothing(visited, await largestIn(outDir))
  if (outcome.exitCode !== 0) throw new Error(`yt-dlp ended with ${outcome.exitCode}`)
  const contentType = mediaTypeOf(await headOf(path))
  if (!contentType) throw new AppError('linkUnsupported')
  const place = placeIn(wish.folder)
  const isRemuxed = contentType === 'video/mp2t' && (await remux(path, place, signal))
  if (!isRemuxed) await rename(path, place)
  const { size: sizeBytes } = await stat(place)
  if (sizeBytes > wish.limitBytes) throw tooBig(nameOf(found, url), sizeBytes, wish)
  const fileName = nameOf(found, url)
  return { path: place, fileName, contentType: isRemuxed ? 'video/mp4' : contentType, sizeBytes }
}

/** No file lies there: the program would not, or could not. */
function nothing({ proxy, outcome, found, url, wish }: Visited, largestBytes: number): undefined {
  const { exitCode, stderr } = outcome
  if (largestBytes > wish.limitBytes) throw tooBig(nameOf(found, url), found?.totalBytes ?? 0, wish)
  // It ends well and writes nothing in two cases: a file over its limit, and what is still going on.
  if (exitCode === 0 && found) throw tooBig(nameOf(found, url), found.totalBytes ?? 0, wish)
  if (exitCode === 0) throw new AppError('linkUnsupported')
  const cause = new Error(`exit ${exitCode}: ${stderr.slice(0, 500)}`)
  if (proxy.hasBlocked()) throw new AppError('linkFailed', { cause })
  const failure = failureOf(stderr)
  if (failure === 'unknown') return undefined
  throw failure === 'again' ? new Error('The site did not answer', { cause }) : new AppError(failure, { cause })
}

function nameOf(found: Found | undefined, url: URL): string {
  return cleanFileName(found?.fileName ?? url.hostname)
}
