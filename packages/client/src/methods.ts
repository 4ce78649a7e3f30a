import type { Calls } from './api.ts'
import type { CallName, CallOptions, Input, Reply } from './call.ts'

type Method<Name extends CallName> =
  Record<string, never> extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Promise<Reply<Name>>
    : (input: Input<Name>, options?: CallOptions) => Promise<Reply<Name>>

/** One method per call of the API. */
export type Methods = { readonly [Name in keyof Calls]: Method<Name> }
