import { parseArgs } from 'node:util'

import { startOauthSimulator } from './server.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '1090' } } })

const simulator = await startOauthSimulator({ port: Number(values.port) })
console.log(`sign-in simulator listens at ${simulator.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
