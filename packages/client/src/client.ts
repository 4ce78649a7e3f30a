import { routes, type Script, server } from './api.ts'
import { type CallName, type CallOptions, createSend, type Input, type Reply, type Send } from './call.ts'
import type { Methods } from './methods.ts'
import type { WaitOptions } from './progress.ts'
import { transcribe, type TranscribeOptions, waitFor } from './transcribe.ts'

export type ClientOptions = {
  /** The key of the account page. */
  apiKey: string
  /** The address of the service. */
  baseUrl?: string | undefined
  /** How often a call is repeated after a failure that may pass: 429, 503, no reply. */
  retries?: number
  fetch?: typeof fetch
}

/** One method per call of the API, and what is made of several calls. */
export type Client = Methods & {
  /** Uploads a recording or takes it from a link, has it processed and returns its text. */
  transcribe(source: Blob | URL | string, options?: TranscribeOptions): Promise<Script>
  /** Waits until a file that is being processed has its text. */
  waitFor(scriptId: string, options?: WaitOptions): Promise<Script>
  /** All items of a list, page after page. */
  iterate<Name extends Listing>(name: Name, input?: Input<Name>, options?: CallOptions): AsyncGenerator<Item<Name>>
}

export function createClient({
  apiKey,
  baseUrl = server,
  retries = 4,
  fetch = globalThis.fetch,
}: ClientOptions): Client {
  // A browser's fetch works as a method of its window only.
  const send = createSend({ apiKey, baseUrl, retries, fetch: (...request) => fetch(...request) })
  const methods = Object.fromEntries(
    Object.keys(routes).map((name) => [
      name,
      (input: object = {}, options?: CallOptions) => send(name as CallName, input as Input<CallName>, options),
    ]),
  )
  // Made of the same table as the types.
  const client = methods as unknown as Methods
  return Object.assign(client, {
    transcribe: (source: Blob | URL | string, options: TranscribeOptions = {}) =>
      transcribe(client, { source, fetch, options }),
    waitFor: (scriptId: string, options: WaitOptions = {}) => waitFor(client, scriptId, options),
    iterate: <Name extends Listing>(name: Name, input?: Input<Name>, options?: CallOptions) =>
      iterate(send, name, input, options),
  })
}

/** Calls that list something in pages. */
type Listing = {
  [Name in CallName]: 'page' extends keyof Input<Name> ? Name : never
}[CallName]
type Item<Name extends Listing> = Reply<Name>['data'][number]

const PAGE_SIZE = 100

/** All items of a list, page after page. */
async function* iterate<Name extends Listing>(
  send: Send,
  name: Name,
  input?: Input<Name>,
  options?: CallOptions,
): AsyncGenerator<Item<Name>> {
  for (let page = 1, seen = 0; ; page += 1) {
    // The compiler cannot see that every listing takes a page.
    const wanted = { pageSize: PAGE_SIZE, ...input, page } as Input<Name>
    const { data, total } = await send(name, wanted, options)
    yield* data as Item<Name>[]
    seen += data.length
    if (data.length === 0 || seen >= total) return
  }
}
