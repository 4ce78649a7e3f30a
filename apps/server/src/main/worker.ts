import { createWorkerContext } from '#context.ts'
import { startDispatcher } from '#features/transcription/index.ts'
import { handlers, jobs } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createLog } from '#platform/log.ts'
import { startOps } from '#platform/ops.ts'
import { createReadiness } from '#platform/readiness.ts'
import { onCrash, onShutdown } from '#platform/shutdown.ts'
import { sweepWorkFolders } from '#platform/work-folder.ts'

const config = readConfig(process.env)
const log = createLog(config.logLevel, 'worker')
onCrash(log)
await sweepWorkFolders(config.workDir)
const ctx = await createWorkerContext(config, log)
const readiness = createReadiness(ctx.db, ctx.storage)
const ops = await startOps({ host: config.ops.host, port: config.ops.workerPort, isReady: readiness.isReady })
await ctx.jobs.work({ ctx, jobs, handlers, slots: config.speech.slots })
const dispatcher = await startDispatcher(ctx, config.speech.slots)
log.info({ slots: config.speech.slots, model: config.speech.model }, 'working')

onShutdown(log, async () => {
  readiness.stop()
  await dispatcher.stop()
  await ctx.close()
  await ops.close()
})
