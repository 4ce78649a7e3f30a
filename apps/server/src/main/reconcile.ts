import { createContext } from '#context.ts'
import { reconcile } from '#features/retention/index.ts'
import { subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'

const USAGE = `Compares the bucket with the database and repairs the differences.

  reconcile             repair
  reconcile --dry-run   only report
  reconcile --force     repair even if very many objects have no row`

const [option] = process.argv.slice(2)
if (option !== undefined && option !== '--dry-run' && option !== '--force') {
  console.error(USAGE)
  process.exit(2)
}

const config = readConfig(process.env)
const ctx = await createContext(config, createLog(config.logLevel, 'reconcile'), subscribers)
try {
  const report = await reconcile(ctx, { isDryRun: option === '--dry-run', isForced: option === '--force' })
  console.log(JSON.stringify(report))
  if (report.outcome === 'refused') process.exitCode = 1
} finally {
  await ctx.close()
}
