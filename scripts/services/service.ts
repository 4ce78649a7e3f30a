import type { Package } from './packages.ts'

/** A server of the development environment. */
export type Service = {
  name: string
  address: string
  /** Needed to start our own server. */
  packages: readonly Package[]
  /** Needed in any case, also to use a server that already runs. */
  clients?: readonly Package[]
  isUp(): Promise<boolean>
  /** Whether we started the running server. */
  isOurs(): boolean
  start(): Promise<void>
  stop(): Promise<void>
  /** Creates what the product expects of a running server: a database, a bucket. */
  prepare?(): Promise<void>
}
