import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { freePort } from '@doslovno/server/test/free-port.ts'

import { startProgram } from '#lab/processes.ts'
import { openFolder } from '#lab/servers.ts'
import { findCommand, run } from '#scripts/services/commands.ts'
import { isListening, waitUntil } from '#scripts/services/wait.ts'
import { projectRoot, servers } from '#scripts/settings.ts'

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
  }
}

function createFolder(): string {
  const folder = openFolder('proof-pg-', 0o777)
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

/** TLS in front of the S3 gateway, with a certificate of its own. */
type Gateway = { host: string; port: number; certificate: string }

/** pgBackRest speaks to S3 over TLS only. */
export async function startGateway(folder: string): Promise<Gateway> {
  const port = await freePort()
  const [key, certificate, both, conf] = ['key.pem', 'crt.pem', 'both.pem', 'haproxy.cfg'].map((name) => join(folder, name)) as [string, string, string, string] // prettier-ignore
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', certificate]) // prettier-ignore
  await run('sh', ['-c', 'cat "$1" "$2" > "$3"', 'sh', certificate, key, both])
  writeFileSync(conf, config(port, both))
  startProgram('haproxy', ['-db', '-f', conf])
  await waitUntil('HAProxy to listen', 20, () => isListening('127.0.0.1', port))
  return { host: 'localhost', port, certificate }
}

const config = (port: number, both: string) => `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend tls
  bind 127.0.0.1:${port} ssl crt ${both}
  default_backend s3
backend s3
  server gateway ${servers.s3.host}:${servers.s3.port}
`

/** Runs SQL on a database and returns the lines of its result. */
export async function query(databaseUrl: string, sql: string): Promise<string[]> {
  const output = await run('psql', ['-w', '-X', '-v', 'ON_ERROR_STOP=1', '-Atqc', sql, databaseUrl])
  return output.split('\n').filter(Boolean)
}

/** A hash of all rows of every table of the product, and of its jobs. */
export async function fingerprint(databaseUrl: string): Promise<Map<string, string>> {
  const tables = await query(
    databaseUrl,
    `select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'public' or tablename = 'job'`,
  )
  const hashes = new Map<string, string>()
  for (const table of tables) {
    const [hash = ''] = await query(
      databaseUrl,
      `select md5(coalesce(string_agg(row::text, ';' order by row::text), '')) from ${table} as row`,
    )
    hashes.set(table, hash)
  }
  return hashes
}

export function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name))
}
