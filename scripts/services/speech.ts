import { resolve } from 'node:path'

import { projectRoot, servers } from '#scripts/settings.ts'

import { simulatorService } from './simulator.ts'

const { host, port } = servers.speech
const engine = resolve(projectRoot, 'apps/server/test/local-hear.ts')

/** Simulates an OpenAI-compatible speech server; recognises by our own smallest model. */
export const speech = simulatorService({
  name: 'speech',
  title: 'speech server',
  address: `http://${host}:${port}/v1`,
  host,
  port,
  args: ['--port', String(port), '--engine', engine],
})
