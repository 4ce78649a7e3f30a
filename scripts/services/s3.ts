import { ListBucketsCommand } from '@aws-sdk/client-s3'
import { prepareBucket } from '@doslovno/server/adapters/storage/bucket.ts'
import { connect, statusOf } from '@doslovno/server/adapters/storage/connect.ts'

import { developmentEnv, servers } from '#scripts/settings.ts'

import { cephDir, createCephUser, exitedDaemons, isAnyOfCephRunning, lastLinesOf, startCeph, stopCeph } from './ceph.ts'
import type { Service } from './service.ts'
import { waitUntil } from './wait.ts'

const endpoint = `http://${servers.s3.host}:${servers.s3.port}`
const storage = {
  endpoint,
  publicEndpoint: endpoint,
  region: 'default',
  bucket: developmentEnv().S3_BUCKET ?? '',
  accessKey: servers.s3.accessKey,
  secretKey: servers.s3.secretKey,
}

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

/** Whether the running server knows the development keys. */
async function areKeysKnown(): Promise<boolean> {
  try {
    await connect(storage, endpoint).send(new ListBucketsCommand())
    return true
  } catch (error) {
    if ([400, 401, 403].includes(statusOf(error) ?? 0)) return false
    throw error
  }
}

/** Creates the bucket and sets its CORS, versions and rules, as `main/bucket.ts` does for operators. */
async function ensureBucket(): Promise<void> {
  const prepared = await prepareBucket({ storage, origin: '*' })
  if (Object.values(prepared).includes('refused'))
    throw new Error(`The store refused a part of the bucket: ${JSON.stringify(prepared)}`)
}
