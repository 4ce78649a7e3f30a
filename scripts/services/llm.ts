import { servers } from '#scripts/settings.ts'

import { simulatorService } from './simulator.ts'

const { host, port } = servers.llm

/** Simulates an OpenAI-compatible server of a language model. */
export const llm = simulatorService({
  name: 'llm',
  title: 'language model',
  address: `http://${host}:${port}/v1`,
  host,
  port,
  args: ['--port', String(port)],
})
