import type * as z from 'zod/mini'

/** One call of the API, said once: the server registers it, the client calls it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/api/${string}`
  /** `optional`: works without a token and knows its user when there is one. */
  auth: 'user' | 'optional' | 'none'
  /** Asked again and again by every open page, so it has a limit of its own. */
  isPolled?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  reply: z.ZodMiniType
}

type Parts = 'params' | 'query' | 'body'

/** What a handler gets, after the check. */
export type Input<E extends Endpoint> = { [P in Parts as E[P] extends z.ZodMiniType ? P : never]: Output<E[P]> }
type Output<S> = S extends z.ZodMiniType ? z.output<S> : never

/** What a caller sends. */
export type Call<E extends Endpoint> = { [P in Parts as E[P] extends z.ZodMiniType ? P : never]: Sent<E[P]> }
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : never

export type Reply<E extends Endpoint> = z.output<E['reply']>
