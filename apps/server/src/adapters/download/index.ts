import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'

import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'

import {
  type AddressRules,
  Blocked,
  createAddressRules,
  type Internet,
  internet as theInternet,
  refusalOfUrl,
} from './address-rules.ts'
import { createDial, type Dial, type Timeouts } from './dial.ts'
import { fetchDirect } from './direct.ts'
import { type Downloaded, downloadPath, type DownloadRequest, toFailure } from './refusals.ts'
import { fetchFromSite, type Sites, testSites } from './sites.ts'
import { PROGRAMS } from './yt-dlp.ts'

export type { Downloaded, DownloadProgress } from './refusals.ts'

/** Fetches links to local files. */
export type Download = {
  /**
   * Fetches a link into `folder` and reports progress; stops at `limitBytes`, on abort and on timeout. Throws an
   * `AppError` where a retry is pointless, and leaves no file behind when it throws.
   */
  fetch(url: string, request: DownloadRequest): Promise<Downloaded>
  /** Throws if yt-dlp is installed but does not start in its sandbox. */
  selfTest(folder: string, signal: AbortSignal): Promise<void>
  /** Aborts the downloads under way. */
  close(): Promise<void>
}

type Options = { log?: Log; timeouts?: Timeouts; internet?: Internet; programs?: readonly string[] }
type Tools = { rules: AddressRules; dial: Dial; sites: Sites | undefined; seconds: number }

const TIMEOUTS = { connectMs: 10_000, idleMs: 30_000 }
const SYSTEM_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const PROGRESS_MS = 500

export function createDownload(config: Config['download'], options: Options = {}): Download {
  const tools = build(config, options)
  const closing = new AbortController()
  const running = new Set<Promise<Downloaded>>()
  return {
    fetch: async (url, request) => {
      const fetching = fetchInTime(tools, url, {
        ...request,
        signal: AbortSignal.any([request.signal, closing.signal]),
      })
      running.add(fetching)
      return fetching.finally(() => running.delete(fetching))
    },
    selfTest: async (folder, signal) => {
      if (tools.sites) await testSites(tools.sites, folder, signal)
    },
    close: async () => {
      closing.abort(new Error('The worker is shutting down'))
      await Promise.allSettled(running)
    },
  }
}

function build(config: Config['download'], options: Options): Tools {
  const { log, timeouts = TIMEOUTS, internet = theInternet, programs = PROGRAMS } = options
  const { seconds } = config
  const rules = createAddressRules(config)
  const dial = createDial({ rules, internet, timeouts })
  const certificates = internet.certificates ?? SYSTEM_CERTIFICATES
  const missing = [...programs, certificates].filter((file) => !existsSync(file))
  if (missing.length > 0) log?.warn({ missing }, 'yt-dlp is unavailable: only direct links are fetched')
  const sites = missing.length > 0 ? undefined : { dial, certificates, idleMs: timeouts.idleMs, seconds }
  return { rules, dial, sites, seconds }
}

/** A timeout is final, unlike the caller's abort: a retry would take as long. */
async function fetchInTime(tools: Tools, text: string, request: DownloadRequest): Promise<Downloaded> {
  const timeout = AbortSignal.timeout(tools.seconds * 1000)
  const onProgress = atMostEvery(PROGRESS_MS, request.onProgress)
  try {
    return await fetchLink(tools, text, { ...request, onProgress, signal: AbortSignal.any([request.signal, timeout]) })
  } catch (error) {
    await rm(downloadPath(request.folder), { force: true })
    if (request.signal.aborted) throw request.signal.reason
    throw timeout.aborted ? new AppError('linkFailed', { cause: error }) : toFailure(error)
  }
}

/** Tries the link as a file first; if it leads to a page, asks yt-dlp. */
async function fetchLink({ rules, dial, sites }: Tools, text: string, request: DownloadRequest): Promise<Downloaded> {
  const url = URL.parse(text)
  if (!url) throw new AppError('linkUnsupported')
  const refusal = refusalOfUrl(url, rules)
  if (refusal) throw new AppError('linkUnsupported', { cause: new Blocked(refusal) })
  // A fragment is never sent to a server, but yt-dlp reads options from it.
  url.hash = ''
  const direct = await fetchDirect(dial, url, request)
  if ('file' in direct) return direct.file
  const file = sites && (await fetchFromSite(sites, url, request))
  if (!file) throw new AppError(direct.refusal)
  return file
}

function atMostEvery(ms: number, report: DownloadRequest['onProgress']): DownloadRequest['onProgress'] {
  let reportedAt = 0
  return (progress) => {
    const isLast = progress.bytes === progress.totalBytes
    if (!isLast && Date.now() - reportedAt < ms) return
    reportedAt = Date.now()
    report(progress)
  }
}
