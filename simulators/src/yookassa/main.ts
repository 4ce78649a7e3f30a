import { parseArgs } from 'node:util'

import { startYookassaSimulator } from './server.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '1110' }, webhook: { type: 'string' } },
})

const simulator = await startYookassaSimulator({ port: Number(values.port), webhookUrl: values.webhook })
console.log(`payment simulator listens at ${simulator.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
