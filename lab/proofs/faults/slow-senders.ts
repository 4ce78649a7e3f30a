import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

export type SlowSenders = { port: number; count: number; limitSeconds: number }
export type Closed = { open: number; lastClosedSeconds: number }

const HEAD =
  'POST /api/account/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n{'
const BATCH = 250

const { port, count, limitSeconds } = workerData as SlowSenders
let open = 0
let lastClosedSeconds = 0

function openOne(): void {
  const started = performance.now()
  open++
  const socket = connect(port, '127.0.0.1', () => socket.write(HEAD))
  // One more byte a second: the connection is never idle.
  const drip = setInterval(() => socket.write(' '), 1000)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    clearInterval(drip)
    open--
    lastClosedSeconds = Math.max(lastClosedSeconds, (performance.now() - started) / 1000)
  })
}

for (let opened = 0; opened < count; opened += BATCH) {
  for (let n = 0; n < BATCH; n++) openOne()
  await wait(100)
}
for (const deadline = performance.now() + limitSeconds * 1000; open > 0 && performance.now() < deadline;)
  await wait(200)
parentPort?.postMessage({ open, lastClosedSeconds } satisfies Closed)
process.exit(0)
