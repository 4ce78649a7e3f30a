import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'

import type { Config } from '@doslovno/server/platform/config.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import { PASSWORD } from '@doslovno/server/test/test-app.ts'
import { startWorker as start, type TestWorker } from '@doslovno/server/test/worker.ts'

import { findCommand } from '#scripts/services/commands.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { projectRoot } from '#scripts/settings.ts'

import { atEnd } from './ends.ts'

/** The folder of the built web app. */
export function builtWebApp(): string {
  const root = process.env.WEB_ROOT ?? resolve(projectRoot, 'apps/web/dist/app')
  if (!existsSync(resolve(root, 'index.html'))) throw new Error('No built web app: run `pnpm build` first')
  return root
}

export type ApiProcess = {
  url: string
  port: number
  opsPort: number
  pid: number
  process: ChildProcess
  call(method: string, path: string, options?: CallOptions): Promise<Response>
  kill(signal: NodeJS.Signals): Promise<void>
}

/** Much longer than it takes, for a busy machine. */
const START_SECONDS = 240

type CallOptions = { token?: string; body?: object }
type Ports = { port?: number; opsPort?: number }

/** Starts the API as in production: a separate process, on the ports given or free ones. */
export async function startApi(
  config: Config,
  changes: Record<string, string> = {},
  ports: Ports = {},
): Promise<ApiProcess> {
  const [port, opsPort] = [ports.port ?? (await freePort()), ports.opsPort ?? (await freePort())]
  const env = {
    ...process.env,
    DATABASE_URL: config.databaseUrl,
    MODELS_DIR: config.speech.modelsDir,
    API_PORT: String(port),
    OPS_PORT: String(opsPort),
    LOG_LEVEL: 'fatal',
    ...changes,
  }
  const main = resolve(projectRoot, 'apps/server/src/main/api.ts')
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  atEnd(() => end(child, 'SIGKILL'))
  const url = `http://127.0.0.1:${port}`
  await waitUntil('the API to answer', START_SECONDS, () => isOk(`${url}/api/account/tariffs`))
  const call: ApiProcess['call'] = (method, path, { token, body } = {}) =>
    fetch(url + path, { method, headers: headersOf({ token, body }), ...(body && { body: JSON.stringify(body) }) })
  return { url, port, opsPort, pid: child.pid ?? 0, process: child, call, kill: (signal) => end(child, signal) }
}

export const headersOf = ({ token, body }: { token?: string | undefined; body?: object | undefined }) => ({
  ...(token && { authorization: `Bearer ${token}` }),
  ...(body && { 'content-type': 'application/json' }),
})

/** Signs in over HTTP. */
export async function signIn(api: ApiProcess, email: string): Promise<{ accessToken: string; refreshToken: string }> {
  const reply = await api.call('POST', '/api/account/login', { body: { email, password: PASSWORD } })
  if (!reply.ok) throw new Error(`Sign-in failed: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as { accessToken: string; refreshToken: string }
}

/** Uploads a recording over HTTP; returns the script's id. */
export async function uploadFile(url: string, token: string, recording: Buffer): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(recording)], { type: 'audio/wav' }), 'talk.wav')
  const reply = await fetch(`${url}/api/scripts/upload`, { method: 'POST', headers: headersOf({ token }), body })
  if (!reply.ok) throw new Error(`The upload failed: ${reply.status} ${await reply.text()}`)
  return ((await reply.json()) as { script: { id: string } }).script.id
}

/** Starts a worker as in production. */
export async function startWorker(config: Config, changes: Record<string, string> = {}): Promise<TestWorker> {
  const worker = await start(config, changes)
  atEnd(() => worker.kill('SIGTERM'))
  return worker
}

/** Starts a program that is not ours. */
export function startProgram(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const command = findCommand(name)
  if (!command) throw new Error(`${name} is not installed`)
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  atEnd(() => end(child, 'SIGKILL'))
  return child
}

/** Sends a signal, unless the process has ended, and waits for its end. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(signal)
  await once(child, 'exit')
}

export const isOk = (url: string) => fetch(url).then(({ ok }) => ok, () => false) // prettier-ignore

/** A metric of a process, by its port for operators. */
export async function metric(opsPort: number, name: string): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? Number.NaN)
}

/** Children of a process. */
export const childrenOf = (pid: number) =>
  readOrEmpty(`/proc/${pid}/task/${pid}/children`).trim().split(/\s+/).filter(Boolean).map(Number)

/** The resident memory of a process and its descendants, or its peak. */
export function megabytesOf(pid: number, field: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readOrEmpty(`/proc/${pid}/status`))?.[1] ?? 0
  return childrenOf(pid).reduce((total, child) => total + megabytesOf(child, field), Number(kilobytes) / 1000)
}

/** Samples the memory of a process; the returned function gives the peak so far. */
export function watchMemory(pid: number): () => number {
  let peak = 0
  setInterval(() => (peak = Math.max(peak, megabytesOf(pid))), 500).unref()
  return () => peak
}

export function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

export type Ask = {
  method?: string
  path: string
  body?: object
  token?: string
  headers?: Readonly<Record<string, string>>
}

type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

export type Client = { ask(ask: Ask): Promise<Answer>; close(): void }

/** A plain client that keeps its connections: cheaper than `fetch`, and it counts the bytes of bodies as they come. */
export function createClient(port: number, { connections = Infinity, timeoutMs = 60_000 } = {}): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const close = () => agent.destroy()
  atEnd(close)
  const ask: Client['ask'] = async ({ method = 'GET', path, body, token, headers }) => {
    const all = { ...headersOf({ token, body }), ...headers }
    const sent = request({ host: '127.0.0.1', port, method, path, headers: all, agent, timeout: timeoutMs })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.end(body && JSON.stringify(body))
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: reply.statusCode ?? 0, headers: reply.headers, body: await buffer(reply) }
  }
  return { ask, close }
}

/** Throws unless the answer is one of those wanted. */
export function accept(answer: Answer, ...statuses: number[]): Answer {
  if (!statuses.includes(answer.status)) throw new Error(`${answer.status}: ${answer.body.toString()}`)
  return answer
}
