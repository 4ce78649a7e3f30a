import type { CallName, CallOptions, Input, Reply, Send } from './call.ts'

/** Calls that list something in pages. */
export type Listing = {
  [Name in CallName]: 'page' extends keyof Input<Name> ? Name : never
}[CallName]
export type Item<Name extends Listing> = Reply<Name>['data'][number]

const PAGE_SIZE = 100

/** All items of a list, page after page. */
export async function* iterate<Name extends Listing>(
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
