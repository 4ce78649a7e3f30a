import { createContext } from '#context.ts'
import { auditLedger } from '#features/billing/index.ts'
import { subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'

const USAGE = `Checks the ledger of minutes, and minutes against payments.

  audit-ledger   prints one line per finding; exits with 1 if there is any`

if (process.argv.length > 2) {
  console.error(USAGE)
  process.exit(2)
}

const config = readConfig(process.env)
const ctx = await createContext(config, createLog(config.logLevel, 'audit-ledger'), subscribers)
try {
  const findings = await auditLedger(ctx)
  for (const finding of findings) console.log(JSON.stringify(finding))
  if (findings.length > 0) process.exitCode = 1
} finally {
  await ctx.close()
}
