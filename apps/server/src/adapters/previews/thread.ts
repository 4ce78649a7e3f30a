import { parentPort } from 'node:worker_threads'

import type { Card } from './card.ts'
import { drawCard } from './drawing.ts'
import { loadFonts } from './pen.ts'

// Runs in a thread of its own: drawing takes tens of milliseconds, in which no request would be answered.
loadFonts()
parentPort?.on('message', (card: Card) => {
  parentPort?.postMessage(drawCard(card).encodeSync('png'))
})
