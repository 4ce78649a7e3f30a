import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const TICK_MS = 50

/** A proxy that plays a bad line: slow, or cut. It counts what of the parts has really come through. */
export async function openLine() {
  let bytesPerSecond = Infinity
  let isCut = false
  /** Bytes of every PUT, those of broken ones too. */
  const puts: number[] = []

  const server = createServer((incoming, outgoing) => {
    if (isCut) return void incoming.socket.destroy()
    return void carry(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  server.on('connection', (socket) => {
    if (isCut) socket.destroy()
    socket.on('error', () => undefined)
  })

  async function carry(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, headers, url = '' } = incoming
    const onward = ask(url, { method, headers })
    onward.on('error', () => incoming.socket.destroy())
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    incoming.once('aborted', () => onward.destroy())
    const index = method === 'PUT' ? puts.push(0) - 1 : undefined
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      if (index !== undefined) await slowed(index, chunk.length)
      if (!onward.write(chunk)) await once(onward, 'drain')
    }
    onward.end()
  }

  async function slowed(index: number, bytes: number): Promise<void> {
    puts[index] = (puts[index] ?? 0) + bytes
    if (bytesPerSecond === Infinity) return
    debt += (bytes / bytesPerSecond) * 1000
    for (; debt > TICK_MS && bytesPerSecond !== Infinity; debt -= TICK_MS) await wait(TICK_MS)
  }
  let debt = 0

  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens by TCP
    setSpeed: (next: number) => {
      bytesPerSecond = next
      debt = 0
    },
    cut: () => {
      isCut = true
      server.closeAllConnections()
    },
    mend: () => {
      isCut = false
    },
    puts,
    received: () => puts.reduce((sum, bytes) => sum + bytes, 0),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
