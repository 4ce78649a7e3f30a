import { once } from 'node:events'
import { createServer, isIPv6 } from 'node:net'

import type { Config } from '#platform/config.ts'
import { OPS_PORTS } from '#platform/process/ops.ts'

import { ask, isOurRefusal, type Reply, UNKNOWN_PATH } from './ask.ts'
import { codeOf, type Finding, ok, reasonOf, wrong } from './check.ts'

type Port = { variable: string; host: string; port: number; path: string; isOurs: (reply: Reply) => boolean }

/** Takes each port for a moment; one that is taken must answer as we do. */
export async function findPorts(config: Config, signal: AbortSignal): Promise<Finding[]> {
  const ports = portsOf(config).filter(({ port }) => port > 0)
  const found = await Promise.all(ports.map((port) => portFinding(port, signal)))
  const problems = found.filter((finding) => finding !== undefined)
  return problems.length > 0 ? problems : [ok(`ports ${ports.map(({ port }) => port).join(', ')}: free, or ours`)]
}

function portsOf({ api, ops }: Config): Port[] {
  const opsPorts = ops.port === undefined ? Object.values(OPS_PORTS) : [ops.port]
  return [
    { variable: 'API_PORT', ...api, path: UNKNOWN_PATH, isOurs: isOurRefusal },
    ...opsPorts.map((port) => ({
      variable: 'OPS_PORT',
      host: ops.host,
      port,
      path: '/livez',
      isOurs: ({ text }: Reply) => text === 'alive',
    })),
  ]
}

async function portFinding(wanted: Port, signal: AbortSignal): Promise<Finding | undefined> {
  const { variable, host, port } = wanted
  const failure = await whyNotFree(wanted)
  switch (codeOf(failure)) {
    case '':
      return undefined
    case 'EADDRINUSE':
      if (await isAnsweredByUs(wanted, signal)) return undefined
      return wrong(
        `port ${port} of ${variable} is taken by another program`,
        `end it (ss -ltnp 'sport = :${port}' names it), or set another ${variable}`,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return wrong(`LISTEN_HOST ${host} is no address of this machine`, 'set one that ip address lists')
    default:
      return wrong(`port ${port} of ${variable} cannot be opened (${reasonOf(failure)})`, `set ${variable} above 1023`)
  }
}

async function whyNotFree({ host, port }: Port): Promise<unknown> {
  const server = createServer()
  try {
    await once(server.listen(port, host), 'listening')
  } catch (error) {
    return error
  }
  server.close()
  await once(server, 'close')
  return undefined
}

const ANSWER_MS = 3000
const EVERY_ADDRESS = ['0.0.0.0', '::']

async function isAnsweredByUs({ host, port, path, isOurs }: Port, signal: AbortSignal): Promise<boolean> {
  const address = EVERY_ADDRESS.includes(host) ? '127.0.0.1' : host
  const url = `http://${isIPv6(address) ? `[${address}]` : address}:${port}${path}`
  try {
    return isOurs(await ask(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]) }))
  } catch {
    return false
  }
}
