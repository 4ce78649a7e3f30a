import type { Handler } from '#context.ts'

import { auditLedger } from './audit.ts'
import type { audit } from './jobs.ts'

export const onAudit: Handler<typeof audit> = {
  run: async (ctx) => {
    const findings = await auditLedger(ctx)
    ctx.log.info({ findings: findings.length }, 'audited the ledger')
  },
  giveUp: async ({ log }) => log.error('the ledger was not audited; the next run tries again'),
}
