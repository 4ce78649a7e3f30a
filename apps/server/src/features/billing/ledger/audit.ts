import type { Context } from '#context.ts'
import { ledgerMismatches } from '#platform/telemetry.ts'

import { auditChecks, type Finding, runCheck } from './audit-repo.ts'

/** Proves the sums from the entries alone and compares minutes with payments. Raises the alarm; repairs nothing. */
export async function auditLedger({ db, log, now }: Pick<Context, 'db' | 'log' | 'now'>): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of auditChecks) {
    const finding = await runCheck(db, check, now())
    ledgerMismatches.set({ check }, finding.count)
    if (finding.count === 0) continue
    log.error(finding, 'the ledger does not add up')
    findings.push(finding)
  }
  return findings
}
