import { sweepSpooled } from '#adapters/storage/spool.ts'
import { createWorkerContext } from '#context.ts'
import { startDispatcher } from '#features/transcription/index.ts'
import { handlers, jobs, subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { startOps } from '#platform/process/ops.ts'
import { createReadiness } from '#platform/process/readiness.ts'
import { onCrash, onShutdown } from '#platform/process/shutdown.ts'
import { sweepWorkFolders } from '#platform/process/work-folder.ts'

const config = readConfig(process.env)
const log = createLog(config.logLevel, 'worker')
onCrash(log)
await sweepWorkFolders(config.workDir)
await sweepSpooled()
const ctx = await createWorkerContext(config, log, subscribers)
const readiness = createReadiness(ctx.db, ctx.storage)
const ops = await startOps({ host: config.ops.host, port: config.ops.workerPort, isReady: readiness.isReady })
const { roles } = config.worker
const { slots, model } = config.speech
await ctx.jobs.work({ ctx, jobs, handlers, roles, slots })
const dispatcher = roles.includes('speech') ? await startDispatcher(ctx, slots) : undefined
log.info({ roles, ...(dispatcher && { slots, model }) }, 'working')

onShutdown(log, async () => {
  readiness.stop()
  await dispatcher?.stop()
  await ctx.close()
  await ops.close()
})
