import { lookup } from 'node:dns/promises'

import type { Target } from './address-rules.ts'

/** Name resolution and routing; replaced in tests. */
export type Internet = {
  /** Every address of a name, in the order to try them. */
  resolve(hostname: string): Promise<string[]>
  /** Where to connect for an address that passed the address rules. */
  route(target: Target): Target
  /** A file of trusted certificates; by default those of Node and of the system. */
  certificates?: string
}

export const internet: Internet = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  route: (target) => target,
}
