import { servers } from '#scripts/settings.ts'

import { areKeysKnown, ensureBucket } from './bucket.ts'
import { cephDir, createCephUser, exitedDaemons, isAnyOfCephRunning, lastLinesOf, startCeph, stopCeph } from './ceph.ts'
import type { Service } from './service.ts'
import { waitUntil } from './wait.ts'

const endpoint = `http://${servers.s3.host}:${servers.s3.port}`

/** A one-node Ceph cluster with its S3 gateway. */
export const s3: Service = {
  name: 's3',
  address: endpoint,
  packages: [
    { name: 'radosgw', programs: ['radosgw'] },
    { name: 'ceph-mon', programs: ['ceph-mon'] },
    { name: 'ceph-osd', programs: ['ceph-osd'] },
    { name: 'ceph-mgr', programs: ['ceph-mgr'] },
    { name: 'ceph-common', programs: ['ceph'] },
  ],
  isUp,
  isOurs: isAnyOfCephRunning,
  start,
  stop: stopCeph,
  prepare,
}

async function isUp(): Promise<boolean> {
  // The gateway still answers after the store behind it has died.
  if (isAnyOfCephRunning() && exitedDaemons().length > 0) return false
  const reply = await fetch(endpoint, { signal: AbortSignal.timeout(5000) }).catch(() => undefined)
  return reply !== undefined
}

async function start(): Promise<void> {
  // A Ceph process may exit during its start, for example when the machine's clock jumps; the second start succeeds then.
  try {
    await startOnce()
  } catch (error) {
    console.log('s3: starting again after', error)
    await startOnce()
  }
}

async function startOnce(): Promise<void> {
  try {
    await startCeph()
    // After a kill, a new gateway waits for the store to drop the old one: up to 45 s observed.
    await waitUntil('the S3 gateway to answer', 180, answersOrFails)
  } catch (error) {
    await stopCeph()
    const hint = `To start afresh, losing all stored objects: pnpm services down && rm -rf ${cephDir}`
    throw new Error(`Ceph did not start; its logs are in ${cephDir}/log. ${hint}`, { cause: error })
  }
}

async function answersOrFails(): Promise<boolean> {
  const exited = exitedDaemons()
  if (exited.length > 0) throw new Error(`a Ceph process has exited\n${exited.map(lastLinesOf).join('\n')}`)
  return isUp()
}

async function prepare(): Promise<void> {
  if (!(await areKeysKnown())) {
    if (!isAnyOfCephRunning())
      throw new Error(`the server at ${endpoint} does not know our keys; set S3_PORT to use another port`)
    await createCephUser(servers.s3)
  }
  await ensureBucket()
}
