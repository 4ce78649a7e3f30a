import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { isWritable } from '@doslovno/server/test/failover/writers.ts'

import type { Package } from '#scripts/services/packages.ts'
import { waitUntil } from '#scripts/services/wait.ts'
import { developmentEnv } from '#scripts/settings.ts'

import { childrenOf, Daemons, postmasterOf } from './daemons.ts'
import { createNodes, type Node, startNode } from './nodes.ts'

export const packages: readonly Package[] = [
  { name: 'postgresql', programs: ['initdb'] },
  { name: 'patroni', programs: ['patroni'], alsoInstall: ['python3-etcd'] },
  { name: 'etcd-server', programs: ['etcd'] },
  { name: 'haproxy', programs: ['haproxy'] },
]

type Role = 'leader' | 'sync_standby' | 'replica'

export type Cluster = {
  /** From nothing to three nodes. */
  upSeconds: number
  leader(): Promise<Node>
  /** A machine dies: its etcd, Patroni and PostgreSQL at once. */
  kill(node: Node): void
  /** Switches a dead machine on again; resolves when it follows the leader. */
  revive(node: Node): Promise<void>
  /** Changes settings that all nodes share. */
  configure(changes: object): Promise<void>
  /** Process ids of those that receive replication. */
  receivers(): number[]
  stop(): Promise<void>
}

/**
 * Three nodes of etcd and Patroni behind HAProxy, by the files of `deploy/ha`, on loopback; the way to the leader is the
 * address of the development environment. Sets the password and the encryption of connections of this process.
 */
export async function startCluster(): Promise<Cluster> {
  const dir = mkdtempSync('/tmp/failover-')
  chmodSync(dir, 0o755)
  const password = randomBytes(18).toString('base64url')
  const startedAt = Date.now()
  const daemons = new Daemons(dir)
  const nodes = await createNodes(dir, password)
  const stop = () => stopAll(daemons, nodes, dir)
  Object.assign(process.env, { PGPASSWORD: password, PGSSLMODE: 'no-verify' })
  try {
    for (const node of nodes) startNode(daemons, node, nodes)
    await waitUntil('a leader with a synchronous standby', 120, async () => {
      const roles = [...(await rolesOf(nodes)).values()]
      return roles.length === nodes.length && roles.includes('leader') && roles.includes('sync_standby')
    })
    daemons.start('haproxy', ['haproxy', '-db', '-f', join(dir, 'haproxy.cfg')])
    await waitUntil('a way to the leader', 30, () => isWritable(developmentEnv('postgres').DATABASE_URL ?? ''))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    upSeconds: (Date.now() - startedAt) / 1000,
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
    receivers: () => nodes.flatMap(({ data }) => childrenOf(postmasterOf(data), 'walreceiver')),
    stop,
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

async function stopAll(daemons: Daemons, nodes: readonly Node[], dir: string): Promise<void> {
  await daemons.stop()
  for (const { data } of nodes) {
    const postmaster = postmasterOf(data)
    if (postmaster) process.kill(postmaster, 'SIGKILL')
  }
  rmSync(dir, { recursive: true, force: true })
}
