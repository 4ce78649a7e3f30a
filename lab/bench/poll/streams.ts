import { connect, type Socket } from 'node:net'

import type { PollingPerson } from '@doslovno/server/test/polling/people.ts'

import { pause } from './pollers.ts'

export type OpenStreams = {
  /** How many have been told a version since the last reset. */
  told(): number
  lastAt(): number
  reset(): void
  close(): void
}

/** One stream of events per person, on plain sockets. */
export async function openStreams(port: number, people: readonly PollingPerson[]): Promise<OpenStreams> {
  const told = new Set<Socket>()
  let lastAt = 0
  const sockets: Socket[] = []
  for (const [index, { token }] of people.entries()) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1')
    socket.on('error', () => undefined)
    socket.on('data', (text: string) => {
      if (!text.includes('id: ')) return
      told.add(socket)
      lastAt = performance.now()
    })
    socket.write(`GET /api/events HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${token}\r\n\r\n`)
    sockets.push(socket)
    if (index % 200 === 0) await pause(40)
  }
  return {
    told: () => told.size,
    lastAt: () => lastAt,
    reset: () => told.clear(),
    close: () => {
      for (const socket of sockets) socket.destroy()
    },
  }
}
