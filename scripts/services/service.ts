import type { Package } from './packages.ts'

/** What every server of the development ground can say and do. */
export type Service = {
  name: string
  address: string
  /** Needed to start a server of our own. */
  packages: readonly Package[]
  /** Needed in any case, also to talk to a server that was found running. */
  clients?: readonly Package[]
  isUp(): Promise<boolean>
  /** Whether the server that runs was started by us. */
  isOurs(): boolean
  start(): Promise<void>
  stop(): Promise<void>
  /** Puts in what the product expects of a running server: a database, a bucket. */
  prepare?(): Promise<void>
}
