import { setTimeout as wait } from 'node:timers/promises'

import { startWriters, type Written } from '@doslovno/server/test/failover/writers.ts'

import { waitUntil } from '#scripts/services/wait.ts'

import type { Cluster } from './cluster.ts'

const HELD_MS = 700
const LARGE_LAG_BYTES = 1_000_000_000

/**
 * The same death without synchronous replication, while the replicas are behind, as on a slow network: acknowledged rows
 * must be lost, or the proof would not notice a loss.
 */
export async function asynchronousControl(cluster: Cluster, databaseUrl: string): Promise<Written> {
  await cluster.configure({ synchronous_mode: false, maximum_lag_on_failover: LARGE_LAG_BYTES })
  await wait(10_000) // two loops of Patroni
  const writers = await startWriters(databaseUrl, 'proof_control')
  await waitUntil('rows of the control', 30, () => writers.acknowledged() > 500)
  const receivers = cluster.receivers()
  if (receivers.length === 0) throw new Error('No node receives replication')
  signal(receivers, 'SIGSTOP')
  await wait(HELD_MS)
  const killedAt = performance.now()
  cluster.kill(await cluster.leader())
  // They must end without reading what still lies in their sockets.
  signal(receivers, 'SIGTERM')
  signal(receivers, 'SIGCONT')
  await waitUntil('a new leader', 120, () => writers.firstAfter(killedAt) !== undefined)
  return writers.stop()
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) process.kill(pid, name)
}
