import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'

import { freePort } from './free-port.ts'

export type OwnRedis = { url: string; freeze(): void; thaw(): void; stop(): Promise<void> }

/** A Redis or Valkey for one test, which may freeze it. */
export async function startOwnRedis(...options: string[]): Promise<OwnRedis> {
  const port = await freePort()
  const program = ['/usr/bin/valkey-server', '/usr/bin/redis-server'].find((path) => existsSync(path)) ?? 'redis-server'
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--dir', tmpdir(), ...options]
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface(server.stdout)) if (line.includes('eady to accept connections')) break
  server.stdout.resume()
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => server.kill('SIGSTOP'),
    thaw: () => server.kill('SIGCONT'),
    stop: async () => {
      server.kill('SIGKILL')
      await once(server, 'exit')
    },
  }
}
