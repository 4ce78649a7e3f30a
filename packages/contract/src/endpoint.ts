import type { Scope } from '@doslovno/domain/access.ts'
import { errorCodes } from '@doslovno/domain/errors.ts'
import type { SwitchName } from '@doslovno/domain/switches.ts'
import * as z from 'zod/mini'

/** One API call: the server registers it, the client calls it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/api/${string}` | `/v1/${string}`
  /** `user`: any credentials. `session`: a signed-in person, not an API key. `optional`: a visitor may call too. */
  auth: 'user' | 'session' | 'optional' | 'none'
  /** The scope that an API key needs; by default `read` for GET and `write` for the rest. */
  scope?: Scope
  /** Refused while an operator has this switched off. */
  switch?: SwitchName
  /** Creates something: with the header `Idempotency-Key` a repeat returns the first reply. */
  isCreating?: true
  /** Polled by every open page, so it has a rate limit of its own. */
  isPolled?: true
  /** Called in bursts or at a cost of its own, so it has a rate limit of its own. */
  limit?: 'edits' | 'drafts'
  /** Replies carry an ETag; a call that sends it back in If-None-Match gets 304 while nothing has changed. */
  isVersioned?: true
  /** The body is a stream of any length: it may take as long as the network needs while bytes keep coming. */
  isStreamed?: true
  /** The reply may be a long text: such replies are built one after another, and compressed. */
  isLong?: true
  /** The reply is a file, streamed. */
  isDownload?: true
  /** Also takes an HTML form, whose fields are ignored. */
  isForm?: true
  params?: z.ZodMiniType
  query?: z.ZodMiniType
  body?: z.ZodMiniType
  reply: z.ZodMiniType
}

type InputKey = 'params' | 'query' | 'body'

/** Validated input of a handler. */
export type Input<E extends Endpoint> = { [K in InputKey as E[K] extends z.ZodMiniType ? K : never]: Output<E[K]> }
type Output<S> = S extends z.ZodMiniType ? z.output<S> : never

/** Input as a caller sends it. */
export type Call<E extends Endpoint> = { [K in InputKey as E[K] extends z.ZodMiniType ? K : never]: Sent<E[K]> }
type Sent<S> = S extends z.ZodMiniType ? z.input<S> : never

export type Reply<E extends Endpoint> = z.output<E['reply']>

/** Why something failed; clients decide by it. */
export const ErrorCode = z.enum(errorCodes)

export const FieldErrorBody = z.object({ code: z.string(), message: z.string() })

/** A file that is too big. `fileSize` is the largest size allowed. */
export const TooBig = z.object({ size: z.number(), fileName: z.string(), fileSize: z.number() })
export type TooBig = z.infer<typeof TooBig>

/** Every error reply. First-version clients match on `error`, a text, or an object if the file behind a link is too big. */
export const ErrorBody = z.object({
  error: z.union([z.string(), TooBig]),
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), FieldErrorBody)),
})
export type ErrorBody = z.infer<typeof ErrorBody>
