import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

import { backendPids } from '@doslovno/server/test/backends.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

export type Part = 'api' | 'postgres' | 'redis' | 'client'
/** Seconds of CPU used so far; `machine` is everything that runs here. */
export type Usage = Record<Part | 'machine', number> & { atMs: number }

const TICKS_PER_SECOND = 100
const IDLE = [3, 4]

/** Reads what each part has used. Call it every few seconds: idle backends end, and count as last seen. */
export async function createMeter(test: TestApp, pids: { api: number; client: number }): Promise<() => Promise<Usage>> {
  const redis = await redisPid(test.config.rateLimits.redisUrl ?? '')
  const backends = new Map<number, number>()
  return async () => {
    for (const pid of await backendPids(test.ctx.db)) backends.set(pid, ownSeconds(pid) ?? backends.get(pid) ?? 0)
    return {
      machine: machineSeconds(),
      atMs: performance.now(),
      api: ownSeconds(pids.api) ?? 0,
      postgres: [...backends.values()].reduce((sum, seconds) => sum + seconds, 0),
      redis: ownSeconds(redis) ?? 0,
      client: (ownSeconds(pids.client) ?? 0) + (ownSeconds(process.pid) ?? 0),
    }
  }
}

export function megabytesOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
}

async function redisPid(url: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) }).setEncoding('latin1')
  socket.write('INFO server\r\n')
  const [info] = (await once(socket, 'data')) as [string]
  socket.destroy()
  return Number(/^process_id:(\d+)/m.exec(info)?.[1])
}

function machineSeconds(): number {
  const ticks = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.split(/\s+/).slice(1, 9).map(Number) ?? []
  return ticks.reduce((sum, count, at) => (IDLE.includes(at) ? sum : sum + count), 0) / TICKS_PER_SECOND
}

/** Without its children: the crowd and the API are children of the bench. Undefined if the process has ended. */
function ownSeconds(pid: number): number | undefined {
  try {
    // The program name comes first, in parentheses, and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
