import { resolve } from 'node:path'

import { dataDir, developmentEnv, projectRoot, servers } from '#scripts/settings.ts'

import { type Daemon, isRunning, startDaemon, stopDaemon } from './daemons.ts'
import type { Service } from './service.ts'
import { isListening, waitUntil } from './wait.ts'

const engine = resolve(projectRoot, 'apps/server/test/local-hear.ts')
const webhook = `http://127.0.0.1:${developmentEnv().API_PORT}/api/payments/yookassa`

/** Catches every mail the product sends and shows it on a page. */
export const mail = simulatorService({
  name: 'mail',
  title: 'mail catcher',
  address: `${servers.mail.host}:${servers.mail.smtpPort}, http://${servers.mail.host}:${servers.mail.pagePort}`,
  host: servers.mail.host,
  // Its page comes after SMTP.
  port: servers.mail.pagePort,
  args: ['--smtp-port', String(servers.mail.smtpPort), '--page-port', String(servers.mail.pagePort)],
})

/** Simulates Google, Yandex ID and VK ID: their sign-in pages and their APIs. */
export const oauth = simulatorService({
  name: 'oauth',
  title: 'sign-in providers',
  address: `http://${servers.oauth.host}:${servers.oauth.port}`,
  ...servers.oauth,
  args: ['--port', String(servers.oauth.port)],
})

/** Simulates an OpenAI-compatible server of a language model. */
export const llm = simulatorService({
  name: 'llm',
  title: 'language model',
  address: `http://${servers.llm.host}:${servers.llm.port}/v1`,
  ...servers.llm,
  args: ['--port', String(servers.llm.port)],
})

/** Simulates an OpenAI-compatible speech server; recognises by our own smallest model. */
export const speech = simulatorService({
  name: 'speech',
  title: 'speech server',
  address: `http://${servers.speech.host}:${servers.speech.port}/v1`,
  ...servers.speech,
  args: ['--port', String(servers.speech.port), '--engine', engine],
})

/** Simulates YooKassa: its API, its payment page and its notifications. */
export const yookassa = simulatorService({
  name: 'yookassa',
  title: 'payment provider',
  address: `http://${servers.yookassa.host}:${servers.yookassa.port}/v3`,
  ...servers.yookassa,
  args: ['--port', String(servers.yookassa.port), '--webhook', webhook],
})

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
function simulatorService({ name, title, address, host, port, args }: Options): Service {
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
