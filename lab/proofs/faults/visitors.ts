import { parentPort, workerData } from 'node:worker_threads'

export type Visitors = { url: string; count: number }

const { url, count } = workerData as Visitors

const texts = await Promise.all(Array.from({ length: count }, async () => (await fetch(url)).text()))
parentPort?.postMessage(texts[0]?.length ?? 0)
