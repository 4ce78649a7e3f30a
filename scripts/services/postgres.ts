import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { dataDir, developmentEnv, servers } from '#scripts/settings.ts'

import { findCommand, run } from './commands.ts'
import { type Daemon, isRunning } from './daemons.ts'
import type { Service } from './service.ts'
import { isListening, waitUntil } from './wait.ts'

const { host, port, user } = servers.postgres
const dir = resolve(dataDir, 'postgres')
const daemon: Daemon = { name: 'postgres', pidFile: resolve(dir, 'postmaster.pid'), marker: dir }

export const postgres: Service = {
  name: 'postgres',
  address: `${host}:${port}`,
  packages: [{ name: 'postgresql', programs: ['initdb'] }],
  clients: [{ name: 'postgresql-client', programs: ['psql'] }],
  isUp: () => isListening(host, port),
  isOurs: () => isRunning(daemon),
  start,
  stop,
  prepare,
}

async function start(): Promise<void> {
  await makeReachableDir()
  if (!existsSync(resolve(dir, 'PG_VERSION')))
    await asServer('initdb', '-D', dir, '-A', 'trust', '-U', user, '-E', 'UTF8', '--locale=C.UTF-8')
  await startServer()
}

async function startServer(): Promise<void> {
  const log = resolve(dir, 'server.log')
  // Parallel tests open many pools. No Unix socket: its path may be too long.
  const options = `-c listen_addresses=${host} -p ${port} -c unix_socket_directories= -c max_connections=200`
  const start = () => asServer('pg_ctl', '-D', dir, '-l', log, '-o', options, '-w', '-t', '60', 'start')
  // A new server cannot start until the children of a killed one have released its shared memory.
  const isStarted = () =>
    start().then(
      () => true,
      () => false,
    )
  await waitUntil(`PostgreSQL to start (its log is ${log})`, 20, isStarted)
}

async function stop(): Promise<void> {
  if (isRunning(daemon)) await asServer('pg_ctl', '-D', dir, '-m', 'fast', '-w', '-t', '30', 'stop')
}

// PostgreSQL refuses to run as root, so root starts it as the user postgres, the owner of the folder.
async function makeReachableDir(): Promise<void> {
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

async function prepare(): Promise<void> {
  const name = new URL(developmentEnv().DATABASE_URL ?? '').pathname.slice(1)
  if (await sql(`select 1 from pg_database where datname = '${name}'`)) return
  await sql(`create database "${name}" template template0 encoding 'UTF8'`)
}

const sql = (query: string) =>
  run('psql', ['-w', '-h', host, '-p', String(port), '-U', user, '-d', 'postgres', '-Atqc', query]).catch(
    (cause: unknown) => {
      throw new Error(`PostgreSQL at ${host}:${port} refuses ${user}; set POSTGRES_PORT to use another port`, { cause })
    },
  )
