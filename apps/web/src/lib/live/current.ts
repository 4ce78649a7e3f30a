import { session } from '#lib/session/current.ts'
import { onlyTab } from '#lib/tabs/exclusively.ts'

import { createLive } from './live.ts'
import { readStream } from './stream.ts'

/** The changes of the signed-in user. */
export const live = createLive({
  read: (callbacks) =>
    session.withToken((token) =>
      readStream({ ...callbacks, token, fetch: (url, init) => globalThis.fetch(url, init) }),
    ),
  asOnlyTab: (signal, work) => onlyTab('doslovno.live', signal, work),
  channel: new BroadcastChannel('doslovno.live'),
})
