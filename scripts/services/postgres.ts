import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { dataDir, servers } from '#scripts/settings.ts'

import { findCommand, run } from './commands.ts'
import { type Daemon, isRunning } from './daemons.ts'
import type { Service } from './service.ts'
import { isListening, waitUntil } from './wait.ts'

const { user } = servers.postgres

export const postgres = postgresService({
  name: 'postgres',
  server: servers.postgres,
  dir: resolve(dataDir, 'postgres'),
  // Parallel tests open many pools.
  settings: { max_connections: '200' },
  database: 'doslovno',
})

/** For tests and journeys: a crash may lose its data, which spares it most of the work of writing. */
export const testPostgres = postgresService({
  name: 'test-postgres',
  server: servers.testPostgres,
  dir: resolve(dataDir, 'test-postgres'),
  settings: {
    max_connections: '200',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    checkpoint_timeout: '1h',
    // Databases live for seconds; tests that need statistics ask for them.
    autovacuum: 'off',
    jit: 'off',
  },
})

type Options = {
  name: string
  server: { host: string; port: number }
  dir: string
  settings: Readonly<Record<string, string>>
  /** Created if it does not exist. */
  database?: string
}

function postgresService({ name, server: { host, port }, dir, settings, database }: Options): Service {
  const daemon: Daemon = { name, pidFile: resolve(dir, 'postmaster.pid'), marker: dir }
  return {
    name,
    address: `${host}:${port}`,
    packages: [{ name: 'postgresql', programs: ['initdb'] }],
    clients: [{ name: 'postgresql-client', programs: ['psql'] }],
    isUp: () => isListening(host, port),
    isOurs: () => isRunning(daemon),
    start: async () => {
      await makeReachableDir(dir)
      if (!existsSync(resolve(dir, 'PG_VERSION')))
        await asServer('initdb', '-D', dir, '-A', 'trust', '-U', user, '-E', 'UTF8', '--locale=C.UTF-8')
      // No Unix socket: its path may be too long.
      await startServer(dir, { ...settings, listen_addresses: host, port: String(port), unix_socket_directories: '' })
    },
    stop: async () => {
      if (isRunning(daemon)) await asServer('pg_ctl', '-D', dir, '-m', 'fast', '-w', '-t', '30', 'stop')
    },
    ...(database && { prepare: () => ensureDatabase({ host, port }, database) }),
  }
}

async function startServer(dir: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const log = resolve(dir, 'server.log')
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
  const start = () => asServer('pg_ctl', '-D', dir, '-l', log, '-o', options.join(' '), '-w', '-t', '60', 'start')
  // A new server cannot start until the children of a killed one have released its shared memory.
  const isStarted = () =>
    start().then(
      () => true,
      () => false,
    )
  await waitUntil(`PostgreSQL to start (its log is ${log})`, 20, isStarted)
}

// PostgreSQL refuses to run as root, so root starts it as the user postgres, the owner of the folder.
async function makeReachableDir(dir: string): Promise<void> {
  mkdirSync(dirname(dir), { recursive: true })
  if (!isRoot()) return
  await run('install', ['-d', '-o', user, '-g', user, '-m', '700', dir])
  await asServer('test', '-w', dir).catch((cause: unknown) => {
    throw new Error(`The user ${user} cannot reach ${dir}; set DOSLOVNO_DATA to a folder outside`, { cause })
  })
}

function asServer(name: string, ...args: string[]): Promise<string> {
  const command = findCommand(name) ?? name
  // The server's user may not have access to the current folder.
  const options = { cwd: '/' }
  return isRoot() ? run('runuser', ['-u', user, '--', command, ...args], options) : run(name, args, options)
}

const isRoot = () => process.getuid?.() === 0

async function ensureDatabase({ host, port }: Options['server'], name: string): Promise<void> {
  const sql = (query: string) =>
    run('psql', ['-w', '-h', host, '-p', String(port), '-U', user, '-d', 'postgres', '-Atqc', query]).catch(
      (cause: unknown) => {
        throw new Error(`PostgreSQL at ${host}:${port} refuses ${user}; set POSTGRES_PORT to use another port`, {
          cause,
        })
      },
    )
  if (await sql(`select 1 from pg_database where datname = '${name}'`)) return
  await sql(`create database "${name}" template template0 encoding 'UTF8'`)
}
