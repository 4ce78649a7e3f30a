import { session } from '#lib/session/current.ts'

import { createClient } from './client.ts'

export const { call, upload } = createClient({
  session,
  fetch: (url, init) => globalThis.fetch(url, init),
  createRequest: () => new XMLHttpRequest(),
})
