import { setTimeout as delay } from 'node:timers/promises'

import { servers } from '#scripts/settings.ts'

import { createCephUser, exitedDaemons, forgetDaemons, lastLinesOf, startCeph, stopCeph } from './ceph.ts'
import { isListening, waitUntil } from './wait.ts'

/** The store of compose.yaml: one node of Ceph until a signal, or until one of its processes ends. */
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    isStopping = true
  })

// Process ids of an earlier container mean other processes here.
forgetDaemons()
await startCeph()
await waitUntil('the gateway to listen', 180, () => isListening(servers.s3.host, servers.s3.port))
await createCephUser(servers.s3)
console.log('the store is ready')

while (!isStopping && exitedDaemons().length === 0) await delay(500)
const exited = isStopping ? [] : exitedDaemons()
for (const name of exited) console.error(lastLinesOf(name))
await stopCeph()
process.exitCode = exited.length > 0 ? 1 : 0
