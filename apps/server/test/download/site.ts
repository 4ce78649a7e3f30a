import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeCertificate } from '@doslovno/simulators/sites/server.ts'

import type { Timeouts } from '#adapters/download/dial.ts'
import { createDownload, type Downloaded, type DownloadProgress } from '#adapters/download/index.ts'
import type { AppError } from '#platform/errors.ts'

import { fakeInternet, type FakeInternet, PUBLIC, serve, type TestServer } from './internet.ts'

export const MEGABYTE = 1_000_000
/** Begins like a recording; no more is checked here. */
export const RECORDING = Buffer.concat([Buffer.from('fLaC\0\0\0\x22'), Buffer.alloc(MEGABYTE, 7)])
/** Not an `AppError`, so the job is retried; the message names no address and no timing. */
export const RETRYABLE = { name: 'Error', message: 'The link did not answer' }
export const never: AbortSignal = new AbortController().signal

type Changes = {
  limitBytes?: number
  signal?: AbortSignal
  seconds?: number
  timeouts?: Timeouts
  allowedPrivateHosts?: string[]
  onProgress?: (progress: DownloadProgress) => void
}

/** The host files.example on a fake Internet, over http and https, and a canary on loopback that must not be reached. */
export type TestSite = {
  internet: FakeInternet
  canary: TestServer
  /** Serves files.example over plain HTTP. */
  http: TestServer
  /** How the site responds, and the requests it received. */
  answer: RequestListener
  requests: IncomingMessage[]
  reset(): void
  newFolder(): string
  /** Fetches into this folder. The canary's port is allowed, so that only its address can be refused. */
  fetchTo(out: string, url: string, changes?: Changes): Promise<Downloaded>
  fetch(url: string, changes?: Changes): Promise<Downloaded>
  codeOf(url: string, changes?: Changes): Promise<string>
  close(): Promise<void>
}

export async function openTestSite(): Promise<TestSite> {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  const certificate = makeCertificate(folder, ['files.example'])
  const listener: RequestListener = (request, response) => {
    site.requests.push(request)
    site.answer(request, response)
  }
  const canary = await serve((_request, response) => response.end(RECORDING))
  const [http, https] = [await serve(listener), await serve(listener, certificate)]
  const site: TestSite = {
    internet: fakeInternet(),
    canary,
    http,
    answer: answerRecording,
    requests: [],
    reset: () => {
      site.requests = []
      site.answer = answerRecording
      site.internet = fakeInternet(certificate.file)
      site.internet.addName('files.example', [PUBLIC])
      site.internet.addRoute(PUBLIC, 80, http.port)
      site.internet.addRoute(PUBLIC, 443, https.port)
    },
    newFolder: () => mkdtempSync(join(folder, 'out-')),
    fetchTo: (out, url, changes) => fetchOn(site, out, url, changes),
    fetch: (url, changes) => fetchOn(site, site.newFolder(), url, changes),
    codeOf: async (url, changes) => ((await failureOf(site.fetch(url, changes))) as AppError).code,
    close: async () => {
      await Promise.all([canary, http, https].map((server) => server.close()))
      rmSync(folder, { recursive: true })
    },
  }
  return site
}

function fetchOn(
  { internet, canary }: TestSite,
  folder: string,
  url: string,
  changes: Changes = {},
): Promise<Downloaded> {
  const { limitBytes = 10 * MEGABYTE, signal = never, seconds = 120, allowedPrivateHosts = [] } = changes
  const config = { ports: [80, 443, canary.port], denied: [], seconds, allowedPrivateHosts }
  // Longer than a busy machine keeps a test from running.
  const { timeouts = { connectMs: 60_000, idleMs: 60_000 } } = changes
  // Links to sites are tested on their own.
  const download = createDownload(config, { timeouts, internet, programs: ['/none'] })
  const { onProgress = () => undefined } = changes
  return download.fetch(url, { folder, limitBytes, signal, onProgress })
}

export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
  } catch (error) {
    return error
  }
  return undefined
}

const answerRecording: RequestListener = (_request, response) => response.end(RECORDING)

export function redirectTo(location: string): RequestListener {
  return (_request, response) => void response.writeHead(302, { location }).end()
}

/** Sends an endless recording as fast as it is read. */
export function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(RECORDING));
  }
  response.on('drain', more)
  more()
}
