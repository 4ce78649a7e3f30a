import { linkFetchesBlocked } from '#platform/telemetry.ts'

import type { Refusal } from './address-rules.ts'

/** The address rules refused a target before anything was sent. Counted in the metrics. */
export class Blocked extends Error {
  override name = 'Blocked'
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(`Blocked: ${refusal}`)
    this.refusal = refusal
    linkFetchesBlocked.inc({ reason: refusal })
  }
}

/** Throws if a check refused. */
export function throwIfRefused(refusal: Refusal | undefined): void {
  if (refusal) throw new Blocked(refusal)
}
