import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

import { createMigratedDatabase } from '@doslovno/server/test/database.ts'

import { projectRoot } from '#scripts/settings.ts'

import { database, environment, ports } from './environment.ts'

// Runs the whole product over a fresh database, as operators do: the API with the built web app, and a worker.
const env = { ...process.env, ...environment }

await createMigratedDatabase(environment.DATABASE_URL ?? '', database)
await runToEnd('seed.ts')
const processes = [startShop(), start('worker.ts'), start('api.ts')]
const stop = () => processes.forEach((child) => child.kill('SIGTERM'))
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
await Promise.race(processes.map((child) => once(child, 'exit')))
stop()

function start(main: string): ChildProcess {
  return run(`apps/server/src/main/${main}`)
}

function startShop(): ChildProcess {
  const webhook = `${environment.PUBLIC_URL}/api/payments/yookassa`
  return run('simulators/yookassa/src/main.ts', '--port', String(ports.shop), '--webhook', webhook)
}

function run(program: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, [program, ...args], { cwd: projectRoot, env, stdio: 'inherit' })
}

async function runToEnd(main: string): Promise<void> {
  const [code] = await once(start(main), 'exit')
  if (code !== 0) process.exit(1)
}
