import type { Call, Endpoint, Reply } from '@doslovno/contract/endpoint.ts'

import { isRefusal } from '#lib/http/api-error.ts'
import { type Fetch, send } from '#lib/http/send.ts'
import type { Session } from '#lib/session/session.ts'

export type ClientDeps = { session: Session; fetch: Fetch }

export type Client = {
  call: <E extends Endpoint>(endpoint: E, input: Call<E>, signal?: AbortSignal) => Promise<Reply<E>>
}

/** The API by contract, with the session's token where an endpoint requires one. */
export function createClient({ session, fetch }: ClientDeps): Client {
  return {
    call: async (endpoint, input, signal) => {
      const plain = () => send(fetch, endpoint, input, { signal })
      const signed = () => session.withToken((token) => send(fetch, endpoint, input, { token, signal }))
      if (endpoint.auth === 'user' || endpoint.auth === 'session') return signed()
      if (endpoint.auth === 'none' || !session.hasTokens()) return plain()
      return signed().catch((error: unknown) => (isRefusal(error) ? plain() : Promise.reject(error)))
    },
  }
}
