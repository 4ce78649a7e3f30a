import { resolve } from 'node:path'

import { dataDir, projectRoot, servers } from '#scripts/settings.ts'

import { type Daemon, isRunning, startDaemon, stopDaemon } from './daemons.ts'
import type { Service } from './service.ts'
import { isListening, waitUntil } from './wait.ts'

const { host, smtpPort, pagePort } = servers.mail
const dir = resolve(dataDir, 'mail')
const program = resolve(projectRoot, 'simulators/mail/src/main.ts')
const daemon: Daemon = { name: 'mail catcher', pidFile: resolve(dir, 'pid'), marker: program }

/** Catches every mail the product sends and shows it on a page. */
export const mail: Service = {
  name: 'mail',
  address: `${host}:${smtpPort}, http://${host}:${pagePort}`,
  packages: [],
  isUp: () => isListening(host, smtpPort),
  isOurs: () => isRunning(daemon),
  start,
  stop: () => stopDaemon(daemon),
}

async function start(): Promise<void> {
  const args = [program, '--smtp-port', String(smtpPort), '--page-port', String(pagePort)]
  startDaemon(daemon, { command: process.execPath, args, logFile: resolve(dir, 'server.log') })
  await waitUntil('the mail catcher to answer', 20, () => isListening(host, smtpPort))
}
