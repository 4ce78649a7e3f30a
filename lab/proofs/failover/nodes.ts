import { readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { freePort } from '@doslovno/server/test/free-port.ts'

import { findCommand, run } from '#scripts/services/commands.ts'
import { projectRoot, servers } from '#scripts/settings.ts'

import type { Daemons } from './daemons.ts'

/** One machine of the cluster. */
export type Node = {
  name: string
  /** Everything that belongs to it. */
  dir: string
  data: string
  ports: { postgres: number; patroni: number; etcd: number; peer: number }
}

const deploy = (file: string) => readFileSync(resolve(projectRoot, 'deploy/ha', file), 'utf8')

/** Writes the files of three nodes and of HAProxy: those that we ship, filled in for loopback. */
export async function createNodes(dir: string, password: string): Promise<Node[]> {
  const nodes: Node[] = []
  for (const name of ['pg1', 'pg2', 'pg3']) {
    const own = join(dir, name)
    const ports = {
      postgres: await freePort(),
      patroni: await freePort(),
      etcd: await freePort(),
      peer: await freePort(),
    }
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
export function startNode(daemons: Daemons, node: Node, nodes: readonly Node[]): void {
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
