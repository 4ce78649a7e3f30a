import { auditLedger } from '#features/billing/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { enqueueDeletions } from '#features/privacy/index.ts'
import { expireScripts, reconcile } from '#features/retention/index.ts'
import { shelves } from '#handlers.ts'
import { byDatabaseClock } from '#platform/database-clock.ts'

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
    name: 'files expire',
    usage: '',
    help: 'Deletes the recordings and texts whose time is over, even if they are very many: workers refuse those.',
    words: none,
    kind: 'destructive',
    prepare:
      ({ operator }) =>
      async (ctx) => {
        await recordAudit(ctx.db, { kind: 'overdueDeleted', userId: null, details: { of: 'files', ...operator } })
        await expireScripts(await byDatabaseClock(ctx), { isForced: true })
        return { data: { outcome: 'expired' } }
      },
  },
  {
    name: 'users erase-due',
    usage: '',
    help: 'Deletes the accounts whose time to change their mind is over, even if they are many: workers refuse those.',
    words: none,
    kind: 'destructive',
    prepare:
      ({ operator }) =>
      async (ctx) => {
        await recordAudit(ctx.db, { kind: 'overdueDeleted', userId: null, details: { of: 'accounts', ...operator } })
        return { data: { enqueued: await enqueueDeletions(await byDatabaseClock(ctx), true) } }
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
