import { auditLedger } from '#features/billing/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { reconcile } from '#features/retention/index.ts'
import { shelves } from '#handlers.ts'

import type { Command } from './command.ts'

const none = { least: 0, most: 0 }

export const repairCommands: readonly Command[] = [
  {
    name: 'reconcile report',
    usage: '',
    help: 'Compares the bucket with the database and counts the differences.',
    words: none,
    kind: 'reading',
    prepare: () => async (ctx) => ({ data: await reconcile(ctx, { isDryRun: true, isForced: false, shelves }) }),
  },
  {
    name: 'reconcile repair',
    usage: '[--force]',
    help: `Deletes objects that no row knows, and marks files whose recording is missing. A worker does it nightly.
--force repairs even if very many objects have no row.`,
    words: none,
    options: { force: { type: 'boolean' } },
    kind: 'destructive',
    prepare:
      ({ options, operator }) =>
      async (ctx) => {
        const isForced = options.force === true
        const details = { forced: String(isForced), ...operator }
        await recordAudit(ctx.db, { kind: 'storageReconciled', userId: null, details })
        const report = await reconcile(ctx, { isDryRun: false, isForced, shelves })
        return { data: report, isBad: report.outcome === 'refused' }
      },
  },
  {
    name: 'audit-ledger',
    usage: '',
    help: 'Proves the ledger of minutes from its entries, and compares minutes with payments. Exits with 1 on a finding.',
    words: none,
    kind: 'reading',
    prepare: () => async (ctx) => {
      const findings = await auditLedger(ctx)
      return { data: findings, isBad: findings.length > 0 }
    },
  },
]
