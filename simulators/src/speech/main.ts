import { parseArgs } from 'node:util'

import type { Hear } from './hear.ts'
import { startSpeechSimulator } from './server.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '1120' },
    /** A module that exports `hear`. The simulator knows no engine, and an engine's package tests with the simulator. */
    engine: { type: 'string' },
    'most-in-flight': { type: 'string', default: '1000' },
  },
})
if (!values.engine) throw new Error('Give the engine: --engine MODULE, which exports `hear`')

const { hear } = (await import(values.engine)) as { hear: Hear }
const mostInFlight = Number(values['most-in-flight'])
const simulator = await startSpeechSimulator({ port: Number(values.port), hear, mostInFlight })
console.log(`speech simulator listens at ${simulator.url}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void simulator.close().finally(() => process.exit(0)))
