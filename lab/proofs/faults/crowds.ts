import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export type Visitors = { url: string; count: number }
export type SlowSenders = { port: number; count: number; limitSeconds: number }
export type Crowd = { visitors: Visitors } | { senders: SlowSenders }
export type Closed = { open: number; lastClosedSeconds: number }

const HEAD =
  'POST /api/account/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{'
const BATCH = 250

if (parentPort) {
  const crowd = workerData as Crowd
  parentPort.postMessage('visitors' in crowd ? await visit(crowd.visitors) : await sendSlowly(crowd.senders))
  process.exit(0)
}

/** All at once; returns the length of the text. */
async function visit({ url, count }: Visitors): Promise<number> {
  const texts = await Promise.all(Array.from({ length: count }, async () => (await fetch(url)).text()))
  return texts[0]?.length ?? 0
}

/** Announce a body and never finish it, until the other side closes the connection. */
async function sendSlowly({ port, count, limitSeconds }: SlowSenders): Promise<Closed> {
  const closed: Closed = { open: 0, lastClosedSeconds: 0 }
  const openOne = () => {
    const started = performance.now()
    closed.open++
    const socket = connect(port, '127.0.0.1', () => socket.write(HEAD))
    // One more byte a second: the connection is never idle.
    const drip = setInterval(() => socket.write(' '), 1000)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(drip)
      closed.open--
      closed.lastClosedSeconds = Math.max(closed.lastClosedSeconds, (performance.now() - started) / 1000)
    })
  }
  for (let opened = 0; opened < count; opened += BATCH) {
    for (let n = 0; n < BATCH; n++) openOne()
    await wait(100)
  }
  const deadline = performance.now() + limitSeconds * 1000
  while (closed.open > 0 && performance.now() < deadline) await wait(200)
  return closed
}
