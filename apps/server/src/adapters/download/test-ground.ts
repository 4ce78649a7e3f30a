import { mkdtempSync, rmSync } from 'node:fs'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { makeCertificate } from '@doslovno/simulator-sites/certificate.ts'

import type { AppError } from '#platform/errors.ts'

import { createDownload, type Downloaded, type DownloadProgress } from './index.ts'
import { playInternet, type PlayedInternet, PUBLIC, serve, type TestServer } from './test-internet.ts'

export const MEGABYTE = 1_000_000
/** Begins like a recording, which is all that is looked at here. */
export const RECORDING = Buffer.concat([Buffer.from('fLaC\0\0\0\x22'), Buffer.alloc(MEGABYTE, 7)])
/** No `AppError`, so the job has another try; and nothing in it of where and how long. */
export const TRIED_AGAIN = { name: 'Error', message: 'The link did not answer' }
export const never: AbortSignal = new AbortController().signal

type Changes = {
  limitBytes?: number
  signal?: AbortSignal
  seconds?: number
  allowedPrivateHosts?: string[]
  onProgress?: (progress: DownloadProgress) => void
}

/** The host files.example on a played Internet, by http and https, and a canary on loopback that nobody may reach. */
export type Ground = {
  internet: PlayedInternet
  canary: TestServer
  site: TestServer
  /** What the site answers, and what it was asked. */
  answer: RequestListener
  asked: IncomingMessage[]
  reset(): void
  newFolder(): string
  /** Fetches into this folder. The port of the canary is no hindrance: only its address may be. */
  fetchTo(out: string, url: string, changes?: Changes): Promise<Downloaded>
  fetch(url: string, changes?: Changes): Promise<Downloaded>
  codeOf(url: string, changes?: Changes): Promise<string>
  close(): Promise<void>
}

export async function openGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'ground-'))
  const certificate = makeCertificate(folder, ['files.example'])
  const listener: RequestListener = (request, response) => {
    ground.asked.push(request)
    ground.answer(request, response)
  }
  const canary = await serve((_request, response) => response.end(RECORDING))
  const [site, secureSite] = [await serve(listener), await serve(listener, certificate)]
  const ground: Ground = {
    internet: playInternet(),
    canary,
    site,
    answer: answerRecording,
    asked: [],
    reset: () => {
      ground.asked = []
      ground.answer = answerRecording
      ground.internet = playInternet(certificate.file)
      ground.internet.name('files.example', [PUBLIC])
      ground.internet.lead(PUBLIC, 80, site.port)
      ground.internet.lead(PUBLIC, 443, secureSite.port)
    },
    newFolder: () => mkdtempSync(join(folder, 'out-')),
    fetchTo: (out, url, changes) => fetchOn(ground, out, url, changes),
    fetch: (url, changes) => fetchOn(ground, ground.newFolder(), url, changes),
    codeOf: async (url, changes) => ((await failureOf(ground.fetch(url, changes))) as AppError).code,
    close: async () => {
      await Promise.all([canary, site, secureSite].map((server) => server.close()))
      rmSync(folder, { recursive: true })
    },
  }
  return ground
}

function fetchOn(
  { internet, canary }: Ground,
  folder: string,
  url: string,
  changes: Changes = {},
): Promise<Downloaded> {
  const { limitBytes = 10 * MEGABYTE, signal = never, seconds = 20, allowedPrivateHosts = [] } = changes
  const config = { ports: [80, 443, canary.port], denied: [], seconds, allowedPrivateHosts }
  const timeouts = { connectMs: 1000, idleMs: 300 }
  // Links to sites have their own tests.
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

/** Sends a recording that never ends, as fast as it is taken. */
export function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(RECORDING));
  }
  response.on('drain', more)
  more()
}
