import { sweepSpooled } from '#adapters/storage/spool.ts'
import { buildApp } from '#app.ts'
import { createContext } from '#context.ts'
import { subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { startOps } from '#platform/process/ops.ts'
import { createReadiness } from '#platform/process/readiness.ts'
import { onCrash, onShutdown } from '#platform/process/shutdown.ts'

const config = readConfig(process.env)
const log = createLog(config.logLevel, 'api')
onCrash(log)
await sweepSpooled()
for (const warning of config.warnings) log.warn(warning)
const ctx = await createContext(config, log, subscribers)
const app = await buildApp(ctx)
const readiness = createReadiness(ctx.db)
const ops = await startOps({ host: config.ops.host, port: config.ops.apiPort, isReady: readiness.isReady })
await app.listen(config.api)

onShutdown(log, async () => {
  readiness.stop()
  await app.close()
  await ctx.close()
  await ops.close()
})
