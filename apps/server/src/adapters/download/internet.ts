import { lookup } from 'node:dns/promises'

import type { Target } from './guard.ts'

/** What lies outside, as far as the guard has to do with it. Tests play it; there is only one otherwise. */
export type Internet = {
  /** All addresses of a name, in the order to try them. */
  resolve(hostname: string): Promise<string[]>
  /** Where a connection to an address that passed the guard goes. */
  route(target: Target): Target
  /** A file of certificates to trust; without it those of Node and of the system. */
  certificates?: string
}

export const internet: Internet = {
  resolve: async (hostname) => (await lookup(hostname, { all: true })).map(({ address }) => address),
  route: (target) => target,
}
