import { parseArgs } from 'node:util'

import { startLlmSimulator } from './server.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '1100' } } })

const simulator = await startLlmSimulator({ port: Number(values.port) })
console.log(`language model simulator listens at ${simulator.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
