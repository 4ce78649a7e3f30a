import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { dataDir, servers } from '#scripts/settings.ts'

import { run } from './commands.ts'
import { type Daemon, isRunning, startDaemon, stopDaemon } from './daemons.ts'
import { isListening, waitUntil } from './wait.ts'

export const cephDir = resolve(dataDir, 's3')
const conf = inDir('ceph.conf')
const clusterFile = inDir('cluster.json')
// In stop order: the gateway first, the monitor last.
const daemonNames = ['radosgw', 'ceph-osd', 'ceph-mgr', 'ceph-mon'] as const

/** Starts the cluster, creating it first if there is none. */
export async function startCeph(): Promise<void> {
  const cluster = readCluster() ?? (await createCluster())
  startDaemons(cluster)
}

export const isAnyOfCephRunning = () => daemonNames.some((name) => isRunning(daemon(name)))
export const exitedDaemons = () => daemonNames.filter((name) => !isRunning(daemon(name)))

/** The last lines of a daemon, which tell why it exited. */
export function lastLinesOf(name: (typeof daemonNames)[number]): string {
  const file = logFileOf(name)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
  return [`${name}:`, ...lines.slice(-15)].join('\n  ')
}

export async function stopCeph(): Promise<void> {
  for (const name of daemonNames) await stopDaemon(daemon(name))
}

/** Forgets which processes ran. */
export function forgetDaemons(): void {
  rmSync(inDir('run'), { recursive: true, force: true })
}

/** Creates the user of these keys unless there is one. */
export async function createCephUser({ accessKey, secretKey }: { accessKey: string; secretKey: string }) {
  const user = (...args: string[]) => run('radosgw-admin', ['-c', conf, 'user', ...args, '--uid=doslovno'])
  const isThere = await user('info').then(() => true, () => false) // prettier-ignore
  if (isThere) return
  await user('create', '--display-name=doslovno', `--access-key=${accessKey}`, `--secret=${secretKey}`)
}

function inDir(...parts: string[]): string {
  return resolve(cephDir, ...parts)
}

const logFileOf = (name: string) => inDir('log', `${name}.out`)
const daemon = (name: string): Daemon => ({ name, pidFile: inDir('run', `${name}.pid`), marker: conf })

// The file is written once the cluster is complete; without it, creation was interrupted.
function readCluster(): Cluster | undefined {
  if (!existsSync(clusterFile)) return undefined
  const cluster = JSON.parse(readFileSync(clusterFile, 'utf8')) as Cluster
  // Rewritten because it holds absolute paths and the project may have moved.
  writeFileSync(conf, cephConf(cephDir, cluster))
  return cluster
}

async function createCluster(): Promise<Cluster> {
  await stopCeph()
  rmSync(cephDir, { recursive: true, force: true })
  for (const folder of ['mon', 'osd', 'mgr', 'rgw', 'run', 'log']) mkdirSync(inDir(folder), { recursive: true })
  const identity = { fsid: randomUUID(), monPort: servers.s3.monPort }
  writeFileSync(conf, cephConf(cephDir, identity))
  await createMonitor(identity)
  await startMonitor(identity.monPort)
  await createKey('mgr.x', ['mon', 'allow profile mgr', 'osd', 'allow *'])
  await createKey('client.rgw.a', ['mon', 'allow rw', 'osd', 'allow rwx', 'mgr', 'allow rw'])
  const cluster = { ...identity, osdId: await createStore() }
  writeFileSync(clusterFile, JSON.stringify(cluster))
  return cluster
}

async function createMonitor({ fsid, monPort }: { fsid: string; monPort: number }): Promise<void> {
  const [monKeys, adminKeys, map] = [inDir('mon.keyring'), inDir('client.admin.keyring'), inDir('monmap')]
  const all = ['mon', 'osd', 'mgr'].flatMap((daemonType) => ['--cap', daemonType, 'allow *'])
  await run('ceph-authtool', ['-C', monKeys, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *'])
  await run('ceph-authtool', ['-C', adminKeys, '--gen-key', '-n', 'client.admin', ...all])
  await run('ceph-authtool', [monKeys, '--import-keyring', adminKeys])
  await run('monmaptool', ['--create', '--clobber', '--addv', 'a', monAddress(monPort), '--fsid', fsid, map])
  await run('ceph-mon', ['-c', conf, '--mkfs', '-i', 'a', '--monmap', map, '--keyring', monKeys])
}

/** Without this, each command of `ceph` would wait for its whole timeout after a monitor that cannot start. */
async function startMonitor(port: number): Promise<void> {
  startDaemon(daemon('ceph-mon'), options('ceph-mon', '-i', 'a'))
  await waitUntil('the Ceph monitor to listen', 180, () => {
    if (!isRunning(daemon('ceph-mon'))) throw new Error(`the Ceph monitor has exited\n${lastLinesOf('ceph-mon')}`)
    return isListening(servers.s3.host, port)
  })
}

async function createStore(): Promise<string> {
  const uuid = randomUUID()
  const id = await ceph('osd', 'new', uuid)
  const key = await createKey(`osd.${id}`, ['mon', 'allow profile osd', 'mgr', 'allow profile osd', 'osd', 'allow *'])
  writeFileSync(inDir('osd', 'keyring'), key)
  await run('ceph-osd', ['-c', conf, '-i', id, '--mkfs', '--osd-uuid', uuid])
  return id
}

async function createKey(name: string, rights: readonly string[]): Promise<string> {
  const key = `${await ceph('auth', 'get-or-create', name, ...rights)}\n`
  writeFileSync(inDir(`${name}.keyring`), key)
  return key
}

const ceph = (...args: string[]) => run('ceph', ['-c', conf, '--connect-timeout', '180', ...args])

function startDaemons({ osdId }: Cluster): void {
  const endpoint = `--rgw-frontends=beast endpoint=${servers.s3.listenHost}:${servers.s3.port}`
  const argsOf = {
    'ceph-mon': ['-i', 'a'],
    'ceph-mgr': ['-i', 'x'],
    'ceph-osd': ['-i', osdId],
    radosgw: ['-n', 'client.rgw.a', endpoint],
  }
  for (const [name, args] of Object.entries(argsOf))
    if (!isRunning(daemon(name))) startDaemon(daemon(name), options(name, ...args))
}

const options = (name: string, ...args: string[]) => ({
  args: ['-c', conf, '-f', ...args],
  logFile: logFileOf(name),
})

/** The identity of a Ceph cluster, fixed for its life. */
type Cluster = { fsid: string; monPort: number; osdId: string }

/** Without the old protocol, whose port would be a second one to keep free. */
const monAddress = (monPort: number) => `[v2:127.0.0.1:${monPort}]`

/** One node, one copy of every object. */
function cephConf(dir: string, { fsid, monPort }: Pick<Cluster, 'fsid' | 'monPort'>): string {
  return `[global]
fsid = ${fsid}
mon initial members = a
mon host = ${monAddress(monPort)}
public network = 127.0.0.0/8
cluster network = 127.0.0.0/8
osd pool default size = 1
osd pool default min size = 1
osd crush chooseleaf type = 0
osd pool default pg num = 8
mon allow pool size one = true
mon warn on pool no redundancy = false
mon data avail crit = 1
osd memory target = 939524096
# A sparse file: it occupies only what is stored.
bluestore block size = ${servers.s3.gigabytes * 2 ** 30}
# Free the space of deleted objects in minutes, not hours.
rgw gc obj min wait = 300
rgw gc processor period = 300
run dir = ${dir}/run
crash dir = ${dir}/log
log file = ${dir}/log/$name.log
admin socket = ${dir}/run/$name.asok
keyring = ${dir}/$name.keyring
mon data = ${dir}/mon
osd data = ${dir}/osd
mgr data = ${dir}/mgr
rgw data = ${dir}/rgw
`
}
