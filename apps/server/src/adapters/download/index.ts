import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'

import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'
import type { Log } from '#platform/log.ts'

import { Blocked } from './blocked.ts'
import { createDial, type Dial, type Timeouts } from './dial.ts'
import { fetchDirect } from './direct.ts'
import { createRules, refusalOfUrl, type Rules } from './guard.ts'
import { internet as theInternet, type Internet } from './internet.ts'
import { toFailure } from './refusals.ts'
import { PROGRAMS } from './sandbox.ts'
import { fetchFromSite, type Sites } from './sites.ts'
import { type Downloaded, placeIn, type Wish } from './wish.ts'

export type { Downloaded, DownloadProgress } from './wish.ts'

/** A file that lies behind a link, brought to a local path. */
export type Download = {
  /**
   * Fetches what the link leads to into `folder`; tells progress; stops at `limitBytes`, on abort and when time is up.
   * Throws an `AppError` for what no further try mends, and leaves nothing behind when it throws.
   */
  fetch(url: string, wish: Wish): Promise<Downloaded>
  /** Ends what still runs. */
  close(): Promise<void>
}

type Options = { log?: Log; timeouts?: Timeouts; internet?: Internet; programs?: readonly string[] }
type House = { rules: Rules; dial: Dial; sites: Sites | undefined; seconds: number }

const TIMEOUTS = { connectMs: 10_000, idleMs: 30_000 }
const SYSTEM_CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const PROGRESS_MS = 500

export function createDownload(config: Config['download'], options: Options = {}): Download {
  const house = build(config, options)
  const closing = new AbortController()
  const running = new Set<Promise<Downloaded>>()
  return {
    fetch: async (url, wish) => {
      const fetching = fetchInTime(house, url, { ...wish, signal: AbortSignal.any([wish.signal, closing.signal]) })
      running.add(fetching)
      return fetching.finally(() => running.delete(fetching))
    },
    close: async () => {
      closing.abort(new Error('The worker stops'))
      await Promise.allSettled(running)
    },
  }
}

function build(config: Config['download'], options: Options): House {
  const { log, timeouts = TIMEOUTS, internet = theInternet, programs = PROGRAMS } = options
  const { seconds } = config
  const rules = createRules(config)
  const dial = createDial({ rules, internet, timeouts })
  const certificates = internet.certificates ?? SYSTEM_CERTIFICATES
  const missing = [...programs, certificates].filter((file) => !existsSync(file))
  if (missing.length > 0) log?.warn({ missing }, 'only direct links are fetched, none from sites')
  const sites = missing.length > 0 ? undefined : { dial, certificates, idleMs: timeouts.idleMs, seconds }
  return { rules, dial, sites, seconds }
}

/** A try that took too long once would do so again: that is final, unlike the caller's own abort. */
async function fetchInTime(house: House, text: string, wish: Wish): Promise<Downloaded> {
  const time = AbortSignal.timeout(house.seconds * 1000)
  const onProgress = atMostEvery(PROGRESS_MS, wish.onProgress)
  try {
    return await fetchLink(house, text, { ...wish, onProgress, signal: AbortSignal.any([wish.signal, time]) })
  } catch (error) {
    await rm(placeIn(wish.folder), { force: true })
    if (wish.signal.aborted) throw wish.signal.reason
    throw time.aborted ? new AppError('linkFailed', { cause: error }) : toFailure(error)
  }
}

/** Straight to the file; where there is a page instead, by way of the site. */
async function fetchLink({ rules, dial, sites }: House, text: string, wish: Wish): Promise<Downloaded> {
  const url = URL.parse(text)
  if (!url) throw new AppError('linkUnsupported')
  const refusal = refusalOfUrl(url, rules)
  if (refusal) throw new AppError('linkUnsupported', { cause: new Blocked(refusal) })
  // No server ever gets it, but yt-dlp takes orders from it.
  url.hash = ''
  const direct = await fetchDirect(dial, url, wish)
  if ('file' in direct) return direct.file
  const file = sites && (await fetchFromSite(sites, url, wish))
  if (!file) throw new AppError(direct.refusal)
  return file
}

function atMostEvery(ms: number, tell: Wish['onProgress']): Wish['onProgress'] {
  let toldAt = 0
  return (progress) => {
    const isLast = progress.bytes === progress.totalBytes
    if (!isLast && Date.now() - toldAt < ms) return
    toldAt = Date.now()
    tell(progress)
  }
}
