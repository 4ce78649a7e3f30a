import { parseArgs } from 'node:util'

import { startMailSimulator } from './server.ts'

const { values } = parseArgs({
  options: { 'smtp-port': { type: 'string', default: '1025' }, 'page-port': { type: 'string', default: '1080' } },
})

const simulator = await startMailSimulator({
  smtpPort: Number(values['smtp-port']),
  pagePort: Number(values['page-port']),
})
console.log(`mail catcher: SMTP at 127.0.0.1:${simulator.smtpPort}, page at http://127.0.0.1:${simulator.pagePort}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void simulator.close())
