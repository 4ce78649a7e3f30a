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

/** Redis or Valkey: the product uses only what both support. */
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
  // No persistence: it is only a cache. The process title stays, because the marker identifies our process by it.
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
    // A server that requires a password is up too.
    socket.once('data', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', () => answer(false))
  })
}
