import { mkdirSync } from 'node:fs'
import { connect } from 'node:net'
import { resolve } from 'node:path'

import { dataDir, servers } from '#scripts/settings.ts'

import { findCommand } from './commands.ts'
import { type Daemon, isRunning, startDaemon, stopDaemon } from './daemons.ts'
import type { Service } from './service.ts'
import { waitUntil } from './wait.ts'

const { host, port } = servers.redis
const dir = resolve(dataDir, 'redis')
const daemon: Daemon = { name: 'redis-server', pidFile: resolve(dir, 'pid'), marker: dir }

/** Redis or Valkey, whichever is there: the product uses only what both have. */
export const redis: Service = {
  name: 'redis',
  address: `${host}:${port}`,
  packages: [{ name: 'redis-server', programs: ['valkey-server', 'redis-server'] }],
  isUp: answersPing,
  isOurs: () => isRunning(daemon),
  start,
  stop: () => stopDaemon(daemon),
}

async function start(): Promise<void> {
  mkdirSync(dir, { recursive: true })
  const where = ['--bind', host, '--port', String(port), '--dir', dir]
  // Nothing is saved: it is a cache, never the truth. The title stays, for it is how we know our process.
  const args = [...where, '--save', '', '--set-proc-title', 'no']
  const command = findCommand('valkey-server') ?? findCommand('redis-server')
  startDaemon(daemon, { command, args, logFile: resolve(dir, 'server.log') })
  await waitUntil('Redis to answer', 20, answersPing)
}

function answersPing(): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2000 }, () => socket.write('PING\r\n'))
    const answer = (isUp: boolean) => {
      socket.destroy()
      resolve(isUp)
    }
    // A server that asks for a password answers too; what it wants is told by the product.
    socket.once('data', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', () => answer(false))
  })
}
