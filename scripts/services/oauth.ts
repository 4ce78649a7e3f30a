import { servers } from '#scripts/settings.ts'

import { simulatorService } from './simulator.ts'

const { host, port } = servers.oauth

/** Simulates Google, Yandex ID and VK ID: their sign-in pages and their APIs. */
export const oauth = simulatorService({
  name: 'oauth',
  title: 'sign-in providers',
  address: `http://${host}:${port}`,
  host,
  port,
  args: ['--port', String(port)],
})
