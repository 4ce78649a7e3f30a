import { linkFetchesBlocked } from '#platform/telemetry.ts'

import type { Refusal } from './guard.ts'

/** The guard said no, which is counted; nothing was sent. */
export class Blocked extends Error {
  override name = 'Blocked'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`Blocked: ${refusal}`)
    this.refusal = refusal
    linkFetchesBlocked.inc({ reason: refusal })
  }
}

/** Throws what a check found. */
export function stopAt(refusal: Refusal | undefined): void {
  if (refusal) throw new Blocked(refusal)
}
