import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { findCommand, run } from '#scripts/services/commands.ts'
import { projectRoot, servers } from '#scripts/settings.ts'

import type { Gateway } from './gateway.ts'

const deploy = resolve(projectRoot, 'deploy/backup')
const { host, port, user } = servers.postgres
export const BACKUPS = 'backups'

/** A PostgreSQL that archives by pgBackRest, with the files and scripts of `deploy/backup`. */
export type Database = {
  start(): Promise<void>
  stop(mode: 'fast' | 'immediate'): Promise<void>
  createStanza(): Promise<void>
  backup(type: 'full' | 'incr'): Promise<void>
  verify(): Promise<string>
  restoreTo(moment: Date): Promise<void>
  /** The gauges that the scripts left for node_exporter. */
  metrics(): string
  remove(): Promise<void>
}

export async function createDatabase(gateway: Gateway): Promise<Database> {
  const folder = createFolder()
  const data = join(folder, 'data')
  const conf = join(folder, 'pgbackrest.conf')
  writeFileSync(conf, pgbackrestConf(folder, gateway), { mode: 0o644 })
  const env = [`PGBACKREST_CONFIG=${conf}`, `TEXTFILE_DIR=${join(folder, 'metrics')}`, `VERIFY_DIR=${folder}`]
  const as = (name: string, ...args: string[]) => asServer('env', ...env, findCommand(name) ?? name, ...args)
  await as('initdb', '-D', data, '-A', 'trust', '-U', user, '-E', 'UTF8', '--locale=C.UTF-8', '--data-checksums')
  writeFileSync(join(data, 'postgresql.conf'), postgresConf(folder, env))
  const control = (...args: string[]) => as('pg_ctl', '-D', data, '-w', '-t', '120', ...args)
  const pgbackrest = (...args: string[]) => as('pgbackrest', '--stanza=main', ...args)
  return {
    start: async () => void (await control('-l', join(folder, 'log/server.log'), 'start')),
    stop: async (mode) => void (await control('-m', mode, 'stop')),
    createStanza: async () => void (await pgbackrest('stanza-create')),
    backup: async (type) => void (await as(join(deploy, 'backup.sh'), type)),
    verify: () => as(join(deploy, 'verify.sh')),
    restoreTo: async (moment) => {
      const target = moment.toISOString().replace('T', ' ').replace('Z', '+00')
      await pgbackrest('--delta', '--type=time', `--target=${target}`, '--target-action=promote', 'restore')
    },
    metrics: () => ['success', 'verified'].map((name) => metricOf(folder, name)).join(''),
    remove: async () =>
      // The archiver may still be writing its last file.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 }),
  }
}

/** A short path outside any home: the server's user must reach it, and socket paths are limited. */
function createFolder(): string {
  const folder = mkdtempSync('/tmp/proof-pg-')
  chmodSync(folder, 0o777)
  for (const name of ['log', 'lock', 'spool', 'metrics']) {
    mkdirSync(join(folder, name))
    chmodSync(join(folder, name), 0o777)
  }
  return folder
}

const metricOf = (folder: string, name: string) =>
  readFileSync(join(folder, `metrics/backup_last_${name}_timestamp_seconds.prom`), 'utf8')

/** The operators' settings; only addresses, keys and folders differ. */
function pgbackrestConf(folder: string, { host: endpoint, port: tlsPort, certificate }: Gateway): string {
  const { accessKey, secretKey } = servers.s3
  const values = {
    'repo1-s3-endpoint': endpoint,
    'repo1-s3-bucket': BACKUPS,
    'repo1-s3-region': 'default',
    'repo1-s3-key': accessKey,
    'repo1-s3-key-secret': secretKey,
    'repo1-cipher-pass': 'only-for-this-proof',
    'spool-path': join(folder, 'spool'),
    'pg1-path': join(folder, 'data'),
  }
  let conf = readFileSync(join(deploy, 'pgbackrest.conf'), 'utf8')
  for (const [key, value] of Object.entries(values)) conf = conf.replace(new RegExp(`^${key}=.*$`, 'm'), `${key}=${value}`) // prettier-ignore
  const folders = `log-path=${join(folder, 'log')}\nlock-path=${join(folder, 'lock')}`
  const store = `repo1-storage-port=${tlsPort}\nrepo1-storage-ca-file=${certificate}`
  return `${conf.replace('[global]', `[global]\n${store}\n${folders}`)}pg1-port=${port}\npg1-socket-path=${join(folder, 'lock')}\n`
}

function postgresConf(folder: string, env: readonly string[]): string {
  const archiving = readFileSync(join(deploy, 'postgresql.conf'), 'utf8')
  const own = [`listen_addresses = '${host}'`, `port = ${port}`, `unix_socket_directories = '${join(folder, 'lock')}'`]
  return [archiving.replace("'pgbackrest", `'env ${env[0]} pgbackrest`), ...own, 'max_connections = 200', ''].join('\n')
}

// PostgreSQL refuses to run as root, so root runs it as the user postgres.
function asServer(name: string, ...args: string[]): Promise<string> {
  const isRoot = process.getuid?.() === 0
  return isRoot ? run('runuser', ['-u', user, '--', name, ...args], { cwd: '/' }) : run(name, args, { cwd: '/' })
}
