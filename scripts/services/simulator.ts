import { resolve } from 'node:path'

import { dataDir, projectRoot } from '#scripts/settings.ts'

import { type Daemon, isRunning, startDaemon, stopDaemon } from './daemons.ts'
import type { Service } from './service.ts'
import { isListening, waitUntil } from './wait.ts'

type Options = {
  /** Its folder under `simulators/src`. */
  name: string
  title: string
  address: string
  host: string
  /** The port that shows whether it is up. */
  port: number
  args: readonly string[]
}

/** One of our simulators as a service. */
export function simulatorService({ name, title, address, host, port, args }: Options): Service {
  const dir = resolve(dataDir, name)
  const program = resolve(projectRoot, 'simulators/src', name, 'main.ts')
  const daemon: Daemon = { name: title, pidFile: resolve(dir, 'pid'), marker: program }
  const isUp = () => isListening(host, port)
  return {
    name,
    address,
    packages: [],
    isUp,
    isOurs: () => isRunning(daemon),
    start: async () => {
      const logFile = resolve(dir, 'server.log')
      startDaemon(daemon, { command: process.execPath, args: [program, ...args], logFile })
      await waitUntil(`the ${title} to answer`, 20, isUp)
    },
    stop: () => stopDaemon(daemon),
  }
}
