import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

import type { Script } from '@doslovno/contract/scripts.ts'
import type { Statement, Summary } from '@doslovno/contract/summaries.ts'
import { toWav } from '@doslovno/server/test/recordings/recordings.ts'

import { atEnd } from '#lab/ends.ts'
import { builtWebApp } from '#lab/processes.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const SAMPLES_PER_SECOND = 8000
const SILENT_SAMPLE = 128

/** The account fields that the page's header shows. */
const OWNER = { user: { id: 'owner', name: 'Anna', surname: '', email: 'a@example.ru', tariff: { fileSize: 300 } } }

/** Serves the built web app with one generated file: its API replies and a silent recording of its length. */
export async function servePage(script: Script): Promise<{ url: string; id: string }> {
  const root = builtWebApp()
  const { id } = script
  const replies: Readonly<Record<string, object>> = {
    '/api/account': OWNER,
    [`/api/scripts/${id}`]: script,
    [`/api/scripts/${id}/media`]: script,
    [`/api/scripts/${id}/summary/about`]: summaryOf(script),
    [`/api/scripts/${id}/chapters`]: chaptersOf(script),
  }
  const bodies = new Map(Object.entries(replies).map(([path, reply]) => [path, Buffer.from(JSON.stringify(reply))]))
  const seconds = Math.ceil(script.duration ?? 0)
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    const body = bodies.get(pathname)
    if (body) return response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    if (pathname.startsWith('/api/')) return response.writeHead(404).end()
    return pathname === '/sound.wav' ? sendSound(request, response, seconds) : sendFile(response, root, pathname)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, id } // an object for TCP
}

const STATEMENTS = 60
const CHAPTERS = 24

/** More statements than any summary has, spread over the recording. */
function summaryOf({ script }: Script) {
  const statements = spread(script, STATEMENTS).map(({ start, end, text, speaker }): Statement => {
    const evidence = [{ start, end, text, speaker }]
    return { text, start, check: 'confirmed', reasons: [], who: [speaker], section: 'main', evidence }
  })
  return {
    id: 'summary',
    type: 'about',
    status: 'complete',
    progress: 100,
    text: '',
    content: '',
    statements,
    checked: { confirmed: STATEMENTS, total: STATEMENTS, dropped: 0 },
    missing: [],
    engine: 'llm',
    isStale: false,
    fallen: 0,
    canMake: false,
    canChooseTemplate: false,
    templateId: null,
    madeAt: null,
  } satisfies Summary
}

const chaptersOf = ({ script }: Script) => ({
  data: spread(script, CHAPTERS).map(({ start }, index) => ({ start, title: `Chapter ${index + 1}` })),
  isReady: true,
})

const spread = <T>(all: readonly T[], count: number) =>
  all.filter((_, index) => index % Math.ceil(all.length / count) === 0)

function sendFile(response: ServerResponse, root: string, pathname: string) {
  const requested = join(root, pathname)
  const path = extname(requested) && existsSync(requested) ? requested : join(root, 'index.html')
  return response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(readFileSync(path))
}

/** Serves ranges like the storage, at most a megabyte at once. */
function sendSound({ headers }: IncomingMessage, response: ServerResponse, seconds: number) {
  const total = HEADER_BYTES + seconds * SAMPLES_PER_SECOND
  const from = Number(/bytes=(\d+)-/.exec(headers.range ?? '')?.[1] ?? 0)
  const length = Math.min(total - from, 1_000_000)
  const body = Buffer.alloc(length, SILENT_SAMPLE)
  if (from === 0) wavHeader(total).copy(body)
  response.writeHead(206, {
    'content-type': 'audio/wav',
    'accept-ranges': 'bytes',
    'content-length': length,
    'content-range': `bytes ${from}-${from + length - 1}/${total}`,
  })
  return response.end(body)
}

const HEADER_BYTES = 44

/** That of 16-bit samples, changed to 8 bits at another rate: a quarter of the bytes. */
function wavHeader(total: number): Buffer {
  const header = toWav(Buffer.alloc(0))
  header.writeUInt32LE(total - 8, 4)
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  header.writeUInt32LE(SAMPLES_PER_SECOND, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.writeUInt32LE(total - HEADER_BYTES, 40)
  return header
}
