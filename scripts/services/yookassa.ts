import { developmentEnv, servers } from '#scripts/settings.ts'

import { simulatorService } from './simulator.ts'

const { host, port } = servers.yookassa
const webhook = `http://127.0.0.1:${developmentEnv().API_PORT}/api/payments/yookassa`

/** Simulates YooKassa: its API, its payment page and its notifications. */
export const yookassa = simulatorService({
  name: 'yookassa',
  title: 'payment provider',
  address: `http://${host}:${port}/v3`,
  host,
  port,
  args: ['--port', String(port), '--webhook', webhook],
})
