import { resolve } from 'node:path'

import { dataDir, projectRoot, servers } from '#scripts/settings.ts'

import { type Daemon, isRunning, startDaemon, stopDaemon } from './daemons.ts'
import type { Service } from './service.ts'
import { isListening, waitUntil } from './wait.ts'

const { host, port } = servers.oauth
const dir = resolve(dataDir, 'oauth')
const program = resolve(projectRoot, 'simulators/oauth/src/main.ts')
const daemon: Daemon = { name: 'sign-in providers', pidFile: resolve(dir, 'pid'), marker: program }

/** Plays Google, Yandex ID and VK ID: their sign-in pages and what servers ask them. */
export const oauth: Service = {
  name: 'oauth',
  address: `http://${host}:${port}`,
  packages: [],
  isUp: () => isListening(host, port),
  isOurs: () => isRunning(daemon),
  start,
  stop: () => stopDaemon(daemon),
}

async function start(): Promise<void> {
  const args = [program, '--port', String(port)]
  startDaemon(daemon, { command: process.execPath, args, logFile: resolve(dir, 'server.log') })
  await waitUntil('the sign-in providers to answer', 20, () => isListening(host, port))
}
