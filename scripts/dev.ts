import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

import { up } from './services/up-down.ts'
import { developmentEnv, projectRoot, servers } from './settings.ts'

/**
 * `pnpm dev`: starts the servers that are down, checks the models, migrates and seeds the database, then runs the API and the web app with reloading, and
 * a worker, until Ctrl+C. Prints the address.
 */
const env = { ...developmentEnv(), ...process.env }
const webPort = Number(process.env.WEB_PORT ?? 5173)
const server = (file: string) => resolve(projectRoot, 'apps/server/src/main', file)

if (!(await up())) process.exit(1)
await runToEnd([resolve(projectRoot, 'scripts/models/main.ts')])
await runToEnd([server('migrate.ts')], { LOG_LEVEL: 'warn' })
await runToEnd([server('seed.ts')], { LOG_LEVEL: 'warn' })

const processes = [
  run(process.execPath, ['--watch', '--watch-preserve-output', server('api.ts')], withOps(servers.api)),
  run(process.execPath, [server('worker.ts')], withOps(servers.worker)),
  run('pnpm', ['--filter', '@doslovno/web', 'exec', 'vite', '--clearScreen', 'false', '--logLevel', 'warn']),
]
for (const child of processes) child.once('exit', (code) => stop(code ?? 1))
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))

await waitForOk(`http://127.0.0.1:${servers.api.opsPort}/readyz`)
await waitForOk(`http://127.0.0.1:${servers.worker.opsPort}/readyz`)
await waitForOk(`http://127.0.0.1:${webPort}/`)
console.log(`\n  http://127.0.0.1:${webPort}\n  sign in: anna@example.ru / Doslovno-1\n`)

function withOps({ opsPort }: { opsPort: number }): Record<string, string> {
  return { LOG_LEVEL: 'warn', OPS_PORT: String(opsPort) }
}

function run(command: string, args: readonly string[], extra: Record<string, string> = {}): ChildProcess {
  return spawn(command, args, { cwd: projectRoot, env: { ...env, ...extra }, stdio: 'inherit' })
}

async function runToEnd(args: readonly string[], extra: Record<string, string> = {}): Promise<void> {
  const [code] = await once(run(process.execPath, args, extra), 'exit')
  if (code !== 0) process.exit(1)
}

let isStopping = false
function stop(code: number): void {
  if (isStopping) return
  isStopping = true
  for (const child of processes) child.kill('SIGTERM')
  void Promise.all(processes.map(exited)).then(() => process.exit(code))
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

async function waitForOk(url: string): Promise<void> {
  for (let attempt = 0; attempt < 120; attempt++) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error(`${url} does not answer`)
}
