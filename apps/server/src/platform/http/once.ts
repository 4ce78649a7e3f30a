import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'

import type { Endpoint } from '@doslovno/contract/endpoint.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Tx } from '#platform/db.ts'
import { invalidFields } from '#platform/errors.ts'

/** A request that its user may send again without repeating it. */
export type KeyedRequest = { userId: string; key: string; endpoint: string; fingerprint: Buffer }

/** Stores the reply in the transaction of the effect, so that neither stands without the other. */
export type Keep<Reply> = (tx: Tx, reply: Reply) => Promise<void>

/** The same for a use case, which knows what it made and not the reply. */
export type Kept<Made> = (tx: Tx, made: Made) => Promise<void>

/** Runs a request once per key of a user; a repeat gets the first reply. */
export type Once = (
  request: KeyedRequest,
  run: (keep: Keep<unknown>) => Promise<unknown>,
) => Promise<{ reply: unknown; isRepeat: boolean }>

type Call = { endpoint: Endpoint; input: object; actor: Actor; request: FastifyRequest; response: FastifyReply }

/** Answers a request; with the header `Idempotency-Key`, runs it once. */
export async function answerOnce(
  once: Once,
  call: Call,
  answer: (keep: Keep<unknown>) => Promise<unknown>,
): Promise<unknown> {
  const { endpoint, actor, request, response } = call
  const key = keyOf(request)
  if (key === undefined) return answer(keepNothing)
  const keyed = {
    userId: actor.userId,
    key,
    endpoint: `${endpoint.method} ${endpoint.path}`,
    fingerprint: fingerprintOf(call),
  }
  const { reply, isRepeat } = await once(keyed, answer)
  if (!isRepeat) return reply
  void response.header('idempotent-replayed', 'true')
  if (endpoint.isStreamed) await discardBody(request.raw)
  return reply
}

export const keepNothing: Keep<unknown> = async () => undefined

const HEADER = 'idempotency-key'
const KEY = /^[\x21-\x7e]{1,255}$/

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers[HEADER]
  if (key === undefined) return undefined
  if (typeof key === 'string' && KEY.test(key)) return key
  throw invalidFields({ [HEADER]: 'wrongFormat' })
}

/** A streamed body has not been read yet: only its length can tell two of them apart. */
function fingerprintOf({ endpoint, input, request }: Call): Buffer {
  const sent = endpoint.isStreamed ? request.headers['content-length'] : input
  return createHash('sha256')
    .update(JSON.stringify([endpoint.path, sent ?? null]))
    .digest()
}

/** Many clients read the reply only when the whole body is sent. A body without a length could be endless. */
async function discardBody(raw: IncomingMessage): Promise<void> {
  if (raw.headers['content-length'] === undefined) return
  raw.resume()
  await finished(raw, { writable: false }).catch(() => undefined) // the client is gone: nobody waits for the reply
}
