import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { dataDir } from '#scripts/settings.ts'

import { isRunning } from './daemons.ts'
import { ensurePackages } from './packages.ts'
import { postgres, testPostgres } from './postgres.ts'
import { redis } from './redis.ts'
import { s3 } from './s3.ts'
import type { Service } from './service.ts'
import { llm, mail, oauth, speech, yookassa } from './simulators.ts'
import {
  allTools,
  browsers,
  checkers,
  deployTools,
  engines,
  findChecker,
  missingTools,
  office,
  tools,
} from './tools.ts'
import { waitUntil } from './wait.ts'

const file = resolve(dataDir, 'services.lock')

const services: readonly Service[] = [postgres, testPostgres, s3, redis, mail, oauth, llm, speech, yookassa]

/** Packages that only tests need. */
type Extras = { browser?: boolean; engines?: boolean; office?: boolean; deploy?: boolean }

/** Starts every server that is down; returns whether all are ready. */
export function up(extras: Extras = {}): Promise<boolean> {
  return withLock(async () => {
    await installMissing(extras)
    const outcomes = await Promise.allSettled(services.map(bringUp))
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected')
    for (const { reason } of failures) console.error(explain(reason))
    return failures.length === 0
  })
}

/** Stops only the servers that we started. */
export function down(): Promise<void> {
  return withLock(async () => {
    for (const service of services) {
      const wasOurs = service.isOurs()
      await service.stop()
      console.log(`${service.name}: ${wasOurs ? 'stopped' : 'not ours or not running'}`)
    }
  })
}

export async function status(): Promise<string> {
  const rows = await Promise.all(services.map(rowOf))
  const missing = missingTools()
  const toolsRow = ['tools', allTools().join(', '), missing.length ? `missing: ${missing.join(', ')}` : 'installed']
  return table([...rows, toolsRow])
}

async function installMissing(extras: Extras): Promise<void> {
  const isUp = await Promise.all(services.map((service) => service.isUp()))
  const servers = services.filter((_, index) => !isUp[index]).flatMap(({ packages }) => packages)
  const clients = services.flatMap((service) => service.clients ?? [])
  const wanted = [
    ...(extras.browser ? browsers : []),
    ...(extras.engines ? engines : []),
    ...(extras.office ? [office] : []),
    ...(extras.deploy ? deployTools : []),
  ]
  ensurePackages([...tools, ...wanted, ...clients, ...servers])
  for (const checker of checkers) findChecker(checker)
}

async function bringUp(service: Service): Promise<void> {
  const startedAt = Date.now()
  const wasUp = await service.isUp()
  if (!wasUp) await service.start()
  await service.prepare?.()
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const how = wasUp ? `already up (${whose(service)}), used as is` : `started in ${seconds} s`
  console.log(`${service.name}: ${service.address}: ${how}`)
}

async function rowOf(service: Service): Promise<string[]> {
  const isUp = await service.isUp()
  return [service.name, service.address, isUp ? 'up' : 'down', isUp ? whose(service) : '']
}

const whose = (service: Service) => (service.isOurs() ? 'ours' : 'found')

function table(rows: readonly string[][]): string {
  const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widthOf(column)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

// The program's stderr is already in our own error.
const explain = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error && !('stderr' in error.cause)
    ? `${error.message}\n  ${explain(error.cause)}`
    : String(error)

/** Allows one run at a time: two would create the same cluster twice. Ignores the lock of a dead process. */
async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dataDir, { recursive: true })
  await waitUntil(`another run to release ${file}`, 600, tryLock)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function tryLock(): boolean {
  if (!isRunning({ name: 'services', pidFile: file, marker: 'scripts/' })) rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}
