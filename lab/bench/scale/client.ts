import { Crowd, type Scene } from './crowd.ts'
import type { Rates } from './mix.ts'
import type { Tallies } from './tally.ts'

/** Orders to the crowd, which is a process of its own so that its CPU time is counted apart. */
export type Order = { open: Scene } | { rates: Rates } | { take: true }
export type Answer = { opened: number } | { taken: Tallies; underWay: number }

const TICK_MS = 10
const OPENED_AT_ONCE = 50
/** A page that opens its stream asks for the account and the list: not all in one moment. */
const MOST_UNDER_WAY = 400

let crowd: Crowd | undefined
let rates: Rates = {}
let lastAt = performance.now()

process.on('message', (order: Order) => {
  if ('open' in order) void open(order.open)
  else if ('rates' in order) rates = order.rates
  else answer({ taken: crowd?.tally.take() ?? {}, underWay: crowd?.connections.underWay ?? 0 })
})
process.on('disconnect', () => process.exit())

async function open(scene: Scene): Promise<void> {
  const opening = new Crowd(scene)
  for (let person = 0; person < opening.listening; person++) {
    opening.openStream(person)
    if (person % OPENED_AT_ONCE !== 0) continue
    do await pause(TICK_MS)
    while (opening.connections.underWay > MOST_UNDER_WAY)
  }
  while (opening.streams.alive < opening.listening || opening.connections.underWay > 0) await pause(TICK_MS)
  crowd = opening
  lastAt = performance.now()
  setInterval(tick, TICK_MS)
  answer({ opened: opening.listening })
}

function tick(): void {
  const now = performance.now()
  crowd?.act(rates, (now - lastAt) / 1000)
  lastAt = now
}

function answer(message: Answer): void {
  process.send?.(message)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
