import { Gauge } from '@prometheus-io/client'

import { registry } from './telemetry.ts'

/** A little longer than the night between two comparisons. */
const KNOWN_MS = 25 * 3600 * 1000
let reportedAt = 0

const missingObjects = new Gauge({
  name: 'storage_missing_objects',
  help: 'Rows whose object the last nightly comparison did not find in storage',
  registers: [registry],
  // Any worker may run the next comparison: the one that found something must not report it for ever.
  collect() {
    if (Date.now() - reportedAt > KNOWN_MS) this.set(0)
  },
})

/** Shows the result of a comparison until the next one is due. */
export function reportMissingObjects(count: number): void {
  reportedAt = Date.now()
  missingObjects.set(count)
}
