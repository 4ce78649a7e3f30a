import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { createMigratedDatabase } from '@doslovno/server/test/database.ts'

import { projectRoot } from '#scripts/settings.ts'

import { database, environment, ports } from './environment.ts'

// Runs the whole product over a fresh database, as operators do: the API with the built web app, and a worker.
const env = { ...process.env, ...environment }

await createMigratedDatabase(environment.DATABASE_URL ?? '', database)
await runToEnd('seed.ts')
const processes = [startShop(), start('worker.ts', ports.workerOps), start('api.ts', ports.apiOps)]
const stop = () => processes.forEach((child) => child.kill('SIGTERM'))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
await Promise.race(processes.map((child) => once(child, 'exit')))
stop()

function start(main: string, opsPort: number): ChildProcess {
  return run([`apps/server/src/main/${main}`], { OPS_PORT: String(opsPort) })
}

function startShop(): ChildProcess {
  const webhook = `${environment.PUBLIC_URL}/api/payments/yookassa`
  return run(['simulators/src/yookassa/main.ts', '--port', String(ports.shop), '--webhook', webhook])
}

function run(args: readonly string[], changes: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, args, { cwd: projectRoot, env: { ...env, ...changes }, stdio: 'inherit' })
}

async function runToEnd(main: string): Promise<void> {
  const [code] = await once(run([`apps/server/src/main/${main}`]), 'exit')
  if (code !== 0) process.exit(1)
}
