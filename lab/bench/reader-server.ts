import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'

import type { Script } from '@doslovno/contract/scripts.ts'
import type { ChapterView, Statement, Summary } from '@doslovno/contract/summaries.ts'

import { projectRoot } from '#scripts/settings.ts'

const ROOT = process.env.WEB_ROOT ?? resolve(projectRoot, 'apps/web/dist/app')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
const SAMPLES_PER_SECOND = 8000
const HEADER_BYTES = 44
const SILENT_SAMPLE = 128

/** The account fields that the page's header shows. */
const OWNER = Buffer.from(
  JSON.stringify({
    user: { id: 'owner', name: 'Anna', surname: '', email: 'a@example.ru', tariff: { fileSize: 300 } },
  }),
)

export type ReaderServer = { url: string; close: () => Promise<void> }

/** Serves the built web app with one generated file: its API reply and a silent recording of its length. */
export async function serveReader(script: Script): Promise<ReaderServer> {
  if (!existsSync(join(ROOT, 'index.html'))) throw new Error('No built web app: run `pnpm build` first')
  const answer = Buffer.from(JSON.stringify(script))
  const [summary, chapters] = [summaryOf(script), chaptersOf(script)].map((reply) => Buffer.from(JSON.stringify(reply)))
  const bytes = HEADER_BYTES + Math.ceil(script.duration ?? 0) * SAMPLES_PER_SECOND
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://bench')
    if (pathname === `/api/scripts/${script.id}`) return answerJson(response, answer)
    if (pathname === `/api/scripts/${script.id}/media`) return answerJson(response, answer)
    if (pathname === '/api/account') return answerJson(response, OWNER)
    if (pathname === `/api/scripts/${script.id}/summary/about`) return answerJson(response, summary)
    if (pathname === `/api/scripts/${script.id}/chapters`) return answerJson(response, chapters)
    if (pathname.startsWith('/api/')) return response.writeHead(404).end()
    return pathname === '/sound.wav' ? sendSound(request, response, bytes) : sendFile(response, pathname)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a TCP port
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const STATEMENTS = 60
const CHAPTERS = 24

/** More statements than any summary has, spread over the recording. */
function summaryOf({ script }: Script): Summary {
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
  }
}

function chaptersOf({ script }: Script): { data: ChapterView[]; isReady: boolean } {
  return {
    data: spread(script, CHAPTERS).map(({ start }, index) => ({ start, title: `Chapter ${index + 1}` })),
    isReady: true,
  }
}

const spread = <T>(all: readonly T[], count: number) =>
  all.filter((_, index) => index % Math.ceil(all.length / count) === 0)

function answerJson(response: ServerResponse, body: Buffer | undefined) {
  return response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

function sendFile(response: ServerResponse, pathname: string) {
  const requested = join(ROOT, pathname)
  const path = extname(requested) && existsSync(requested) ? requested : join(ROOT, 'index.html')
  return response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/plain' }).end(readFileSync(path))
}

/** Serves ranges like the storage, at most a megabyte at once. */
function sendSound({ headers }: IncomingMessage, response: ServerResponse, total: number) {
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

/** 8 bits, one channel. */
function wavHeader(total: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0)
  header.writeUInt32LE(total - 8, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(SAMPLES_PER_SECOND, 24)
  header.writeUInt32LE(SAMPLES_PER_SECOND, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(total - HEADER_BYTES, 40)
  return header
}
