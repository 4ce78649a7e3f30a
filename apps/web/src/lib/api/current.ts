import { session } from '#lib/session/current.ts'

import { createClient } from './client.ts'

export const { call } = createClient({ session, fetch: (url, init) => globalThis.fetch(url, init) })
