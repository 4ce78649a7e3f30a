import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { openSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { isWritable } from '@doslovno/server/test/failover/writers.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'

import { atEnd } from '#lab/ends.ts'
import { childrenOf, readOrEmpty } from '#lab/processes.ts'
import { openFolder } from '#lab/servers.ts'
import { findCommand, run } from '#scripts/services/commands.ts'
import type { Package } from '#scripts/services/packages.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { developmentEnv, projectRoot, servers } from '#scripts/settings.ts'

export const packages: readonly Package[] = [
  { name: 'postgresql', programs: ['initdb'] },
  { name: 'patroni', programs: ['patroni'], alsoInstall: ['python3-etcd'] },
  { name: 'etcd-server', programs: ['etcd'] },
  { name: 'haproxy', programs: ['haproxy'] },
]

type Role = 'leader' | 'sync_standby' | 'replica'

export type Cluster = {
  leader(): Promise<Node>
  /** A machine dies: its etcd, Patroni and PostgreSQL at once. */
  kill(node: Node): void
  /** Switches a dead machine on again; resolves when it follows the leader. */
  revive(node: Node): Promise<void>
  /** Changes settings that all nodes share. */
  configure(changes: object): Promise<void>
  /** Process ids of those that receive replication. */
  receivers(): number[]
}

/**
 * Three nodes of etcd and Patroni behind HAProxy, by the files of `deploy/ha`, on loopback; the way to the leader is the
 * address of the development environment. Sets the password and the encryption of connections of this process.
 */
export async function startCluster(): Promise<Cluster> {
  const dir = openFolder('failover-')
  const password = randomBytes(18).toString('base64url')
  const daemons = new Daemons(dir)
  const nodes = await createNodes(dir, password)
  atEnd(() => stopAll(daemons, nodes))
  Object.assign(process.env, { PGPASSWORD: password, PGSSLMODE: 'no-verify' })
  for (const node of nodes) startNode(daemons, node, nodes)
  await waitUntil('a leader with a synchronous standby', 120, async () => {
    const roles = [...(await rolesOf(nodes)).values()]
    return roles.length === nodes.length && roles.includes('leader') && roles.includes('sync_standby')
  })
  daemons.start('haproxy', ['haproxy', '-db', '-f', join(dir, 'haproxy.cfg')])
  await waitUntil('a way to the leader', 30, () => isWritable(developmentEnv('postgres').DATABASE_URL ?? ''))
  return {
    leader: () => leaderOf(nodes),
    kill: ({ name, data }) => {
      const postmaster = postmasterOf(data)
      for (const daemon of [`etcd-${name}`, `patroni-${name}`]) daemons.kill(daemon, 'SIGKILL')
      if (postmaster) process.kill(postmaster, 'SIGKILL')
    },
    revive: async (node) => {
      startNode(daemons, node, nodes)
      await waitUntil(`${node.name} to follow the leader`, 120, async () => {
        const role = (await rolesOf(nodes)).get(node.name)
        return role === 'replica' || role === 'sync_standby'
      })
    },
    configure: async (changes) => configure(await leaderOf(nodes), password, changes),
    receivers: () => nodes.flatMap(({ data }) => namedChildrenOf(postmasterOf(data), 'walreceiver')),
  }
}

async function leaderOf(nodes: readonly Node[]): Promise<Node> {
  const roles = await rolesOf(nodes)
  const leader = nodes.find(({ name }) => roles.get(name) === 'leader')
  if (!leader) throw new Error('No node leads')
  return leader
}

type State = { members?: { name: string; role: Role; state: string }[] }

/** The roles of the nodes that run, as the first node that answers sees them. */
async function rolesOf(nodes: readonly Node[]): Promise<Map<string, Role>> {
  for (const node of nodes) {
    const reply = await ask(node, '/cluster').catch(() => undefined)
    if (!reply?.ok) continue
    const { members = [] } = (await reply.json()) as State
    const running = members.filter(({ state }) => state === 'running' || state === 'streaming')
    return new Map(running.map(({ name, role }) => [name, role]))
  }
  return new Map()
}

async function configure(node: Node, password: string, changes: object): Promise<void> {
  const authorization = `Basic ${Buffer.from(`patroni:${password}`).toString('base64')}`
  const reply = await ask(node, '/config', {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(changes),
  })
  if (!reply.ok) throw new Error(`Patroni refused a change: ${reply.status} ${await reply.text()}`)
}

function ask({ ports }: Node, path: string, options: RequestInit = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${ports.patroni}${path}`, { signal: AbortSignal.timeout(3000), ...options })
}

async function stopAll(daemons: Daemons, nodes: readonly Node[]): Promise<void> {
  await daemons.stop()
  for (const { data } of nodes) {
    const postmaster = postmasterOf(data)
    if (postmaster) process.kill(postmaster, 'SIGKILL')
  }
}

/** One machine of the cluster. */
type Node = {
  name: string
  /** Everything that belongs to it. */
  dir: string
  data: string
  ports: { postgres: number; patroni: number; etcd: number; peer: number }
}

const deploy = (file: string) => readFileSync(resolve(projectRoot, 'deploy/ha', file), 'utf8')

/** Writes the files of three nodes and of HAProxy: those that we ship, filled in for loopback. */
async function createNodes(dir: string, password: string): Promise<Node[]> {
  const nodes: Node[] = []
  for (const name of ['pg1', 'pg2', 'pg3']) {
    const own = join(dir, name)
    const [postgres, patroni, etcd, peer] = [await freePort(), await freePort(), await freePort(), await freePort()]
    const ports = { postgres, patroni, etcd, peer }
    nodes.push({ name, dir: own, data: join(own, 'data'), ports })
  }
  for (const node of nodes) await writeNode(node, nodes, password)
  writeFileSync(join(dir, 'haproxy.cfg'), haproxyOf(nodes))
  return nodes
}

async function writeNode(node: Node, nodes: readonly Node[], password: string): Promise<void> {
  const owner = process.getuid?.() === 0 ? ['-o', 'postgres', '-g', 'postgres'] : []
  const [cert, key] = [join(node.dir, 'server.crt'), join(node.dir, 'server.key')]
  await run('install', ['-d', '-m', '755', ...owner, node.dir])
  await run('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-keyout', key, '-out', cert]) // prettier-ignore
  if (owner.length > 0) await run('chown', ['postgres:postgres', cert, key])
  const values: Record<string, string> = {
    NODE_NAME: node.name,
    NODE_ADDRESS: '127.0.0.1',
    ETCD_HOSTS: nodes.map(({ ports }) => `127.0.0.1:${ports.etcd}`).join(','),
    DATABASE_NETWORK: '127.0.0.0/8',
    POSTGRES_PORT: String(node.ports.postgres),
    PATRONI_PORT: String(node.ports.patroni),
    DATA_DIR: node.data,
    POSTGRES_BIN: resolve(realpathSync(findCommand('initdb') ?? ''), '..'),
    SOCKET_DIR: '',
    TLS_CERT: cert,
    TLS_KEY: key,
    POSTGRES_PASSWORD: password,
    REPLICATION_PASSWORD: password,
    PATRONI_PASSWORD: password,
  }
  writeFileSync(
    join(node.dir, 'patroni.yaml'),
    deploy('patroni.yaml').replaceAll(/\$\{(\w+)\}/g, (_all, name: string) => {
      const value = values[name]
      if (value === undefined) throw new Error(`deploy/ha/patroni.yaml has an unknown variable ${name}`)
      return value
    }),
  )
}

function haproxyOf(nodes: readonly Node[]): string {
  const { host, port } = servers.postgres
  const text = nodes.reduce(
    (config, { name, ports }) =>
      config.replace(
        new RegExp(`server ${name} \\S+ check port \\d+`),
        `server ${name} 127.0.0.1:${ports.postgres} check port ${ports.patroni}`,
      ),
    deploy('haproxy.cfg').replace('bind 127.0.0.1:5432', `bind ${host}:${port}`),
  )
  if (/10\.0\.0/.test(text)) throw new Error('deploy/ha/haproxy.cfg has a server that is none of the nodes')
  return text
}

/** Switches a machine on. */
function startNode(daemons: Daemons, node: Node, nodes: readonly Node[]): void {
  const { name, dir, ports } = node
  const [client, peer] = [`http://127.0.0.1:${ports.etcd}`, `http://127.0.0.1:${ports.peer}`]
  const options = {
    name,
    'data-dir': join(dir, 'etcd'),
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': nodes.map((one) => `${one.name}=http://127.0.0.1:${one.ports.peer}`).join(','),
    // Three on one busy disk: the standard 100 ms and 1 s would elect anew again and again.
    'heartbeat-interval': '300',
    'election-timeout': '3000',
  }
  daemons.start(`etcd-${name}`, ['etcd', ...Object.entries(options).map(([option, value]) => `--${option}=${value}`)])
  daemons.start(`patroni-${name}`, ['patroni', join(dir, 'patroni.yaml')], { asPostgres: true })
}

/** Background processes in groups of their own, each killed by its process id, also when the proof is interrupted. */
class Daemons {
  readonly #running = new Map<string, ChildProcess>()
  readonly #dir: string

  constructor(dir: string) {
    this.#dir = dir
    process.once('exit', () => this.#signalAll('SIGKILL'))
  }

  /** Starts a program, as the user `postgres` if asked: PostgreSQL refuses to run as root. */
  start(name: string, args: readonly string[], { asPostgres = false } = {}): void {
    const [program = '', ...rest] = args
    const command = findCommand(program)
    if (!command) throw new Error(`${program} is not installed`)
    const log = openSync(join(this.#dir, `${name}.log`), 'a')
    const isOther = asPostgres && process.getuid?.() === 0
    const line = isOther ? ['runuser', '-u', 'postgres', '--', command, ...rest] : [command, ...rest]
    const child = spawn(line[0] ?? '', line.slice(1), {
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
      // Not the variables that our own connections read.
      env: { PATH: process.env.PATH },
    })
    child.on('error', () => undefined) // shows as a server that does not answer
    this.#running.set(name, child)
  }

  kill(name: string, signal: NodeJS.Signals): void {
    const { pid, exitCode, signalCode } = this.#running.get(name) ?? {}
    if (pid && exitCode === null && signalCode === null) process.kill(-pid, signal)
  }

  /** Asks all to end, and kills the rest after `seconds`. */
  async stop(seconds = 10): Promise<void> {
    this.#signalAll('SIGTERM')
    for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline && this.#isAnyRunning();) await wait(100)
    this.#signalAll('SIGKILL')
  }

  #isAnyRunning(): boolean {
    return [...this.#running.values()].some(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  }

  #signalAll(signal: NodeJS.Signals): void {
    for (const name of this.#running.keys()) this.kill(name, signal)
  }
}

/** The postmaster of a data folder, if it lives. It has a session of its own, so no group reaches it. */
function postmasterOf(data: string): number | undefined {
  const pid = Number.parseInt(readOrEmpty(join(data, 'postmaster.pid')), 10)
  return pid > 0 && readOrEmpty(`/proc/${pid}/cmdline`).includes(data) ? pid : undefined
}

/** The children of a postmaster whose title contains a word. */
const namedChildrenOf = (pid: number | undefined, word: string) =>
  (pid ? childrenOf(pid) : []).filter((child) => readOrEmpty(`/proc/${child}/cmdline`).includes(word))
