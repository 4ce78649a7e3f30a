import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  /** The address that leads through the proxy. */
  url: string
  /** Connections taken so far. */
  taken(): number
  /** Closes every connection, as a dead server does. */
  cut(): void
  /** Forwards nothing more and closes nothing, as a server does whose cable is pulled. */
  stall(): void
  /** Closes the next connections at once, as a load balancer does that knows no leader. */
  refuse(): void
  /** Forwards again. */
  heal(): void
  /** Closes a connection instead of passing on the reply to this text, from the first or another one on. */
  cutAfter(text: string, from?: number): void
  close(): Promise<void>
}

/** A proxy in front of the server of an address, whose network can fail. */
export async function startTcpProxy(targetUrl: string): Promise<TcpProxy> {
  const { port, hostname } = new URL(targetUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  let mode: 'forward' | 'stall' | 'refuse' = 'forward'
  let [taken, fatal, left] = [0, '', 0]
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  const server = createServer((client) => {
    taken += 1
    client.on('error', () => undefined)
    if (mode === 'refuse') return client.destroy()
    const upstream = connect(Number(port), hostname).on('error', () => client.destroy())
    const pair = [client, upstream] as const
    pairs.add(pair)
    let isSilent = false
    client.on('data', (data) => {
      if (mode === 'stall') return
      if (fatal && data.includes(fatal) && --left <= 0) isSilent = true
      upstream.write(data)
    })
    upstream.on('data', (data) => {
      if (isSilent) client.destroy()
      else if (mode !== 'stall') client.write(data)
    })
    for (const socket of pair)
      socket.on('close', () => {
        pairs.delete(pair)
        for (const one of pair) one.destroy()
      })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No port')
  const url = new URL(targetUrl)
  url.host = `127.0.0.1:${address.port}`
  return {
    url: url.href,
    taken: () => taken,
    cut,
    stall: () => (mode = 'stall'),
    refuse: () => {
      mode = 'refuse'
      cut()
    },
    heal: () => {
      ;[mode, fatal] = ['forward', '']
    },
    cutAfter: (text, from = 1) => {
      ;[fatal, left] = [text, from]
    },
    close: async () => {
      server.close()
      cut()
      await once(server, 'close')
    },
  }
}
