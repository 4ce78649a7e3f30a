import type { InjectOptions } from 'fastify'

import type { Person, World } from './world.ts'

/** Statuses of a visitor, another user, the owner, a superuser, a key that reads, and one that also writes. */
export type Statuses = readonly [
  visitor: number,
  other: number,
  owner: number,
  superuser: number,
  readKey: number,
  writeKey: number,
]

/** The rest of the request, which `make` prepares. */
export type Prepared = { url?: string; payload?: object; raw?: Partial<InjectOptions> }

/** One row of the tables «The calls it makes» of the sources, as they write it. */
export type SourceCall = {
  /** Method and path. */
  call: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /${string}`
  /** Fields of the payload. */
  sent: string
  /** Fields of the answer as paths; `*` is some item of a list. */
  answered: string
  statuses: Statuses
  /**
   * Prepares what the call is about. `person` is the caller of a call about oneself, and the owner of an object. The
   * call itself is made by every kind of caller.
   */
  make?(world: World, person: Person): Promise<Prepared>
  /** Whether the call is about an object, which belongs to the owner whoever calls. */
  isAboutObject?: true
}

/** No token needed. */
export const PUBLIC: Statuses = [200, 200, 200, 200, 200, 200]
/** A signed-in person; never a key. */
export const ACCOUNT: Statuses = [403, 200, 200, 200, 403, 403]
/** Any credentials, about one's own things. */
export const READ: Statuses = [403, 200, 200, 200, 200, 200]
export const WRITE: Statuses = [403, 200, 200, 200, 403, 200]
/** The owner of the object only: for others it does not exist. */
export const OWNER_READS: Statuses = [403, 404, 200, 404, 200, 200]
export const OWNER_WRITES: Statuses = [403, 404, 200, 404, 403, 200]
/** The same where a visitor may call, because the object may be public. */
export const SHARED: Statuses = [404, 404, 200, 404, 200, 200]
