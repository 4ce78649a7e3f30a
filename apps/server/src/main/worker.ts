import { sweepSpooled } from '#adapters/storage/spool.ts'
import { createWorkerContext } from '#context.ts'
import { startBacklogReports } from '#features/backlog/index.ts'
import { warnWithoutVersions } from '#features/retention/index.ts'
import { watchSwitches } from '#features/switches/index.ts'
import { type Dispatcher, startDispatcher } from '#features/transcription/index.ts'
import { handlers, jobs, subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { observe } from '#platform/process/observe.ts'
import { startOps } from '#platform/process/ops.ts'
import { createReadiness } from '#platform/process/readiness.ts'
import { onShutdown } from '#platform/process/shutdown.ts'
import { sweepWorkFolders } from '#platform/process/work-folder.ts'
import { buildInfo } from '#platform/telemetry.ts'
import { needsMachine } from '#worker-needs.ts'

const config = readConfig(process.env)
const { log, flush } = await observe(config, 'worker')
log.info(config.build, 'starting')
buildInfo.set(config.build, 1)
await sweepWorkFolders(config.workDir)
await sweepSpooled()
const ctx = await createWorkerContext(config, log, subscribers)
const switches = watchSwitches(ctx)
const { roles } = config.worker
const { slots, model, remote } = config.speech
const work = (these: typeof roles) => ctx.jobs.work({ ctx, jobs, handlers, roles: these, slots })
const [machineRoles, otherRoles] = [roles.filter(needsMachine), roles.filter((role) => !needsMachine(role))]
await work(otherRoles)
// Only a warning: a store that does not answer is the readiness' affair.
void warnWithoutVersions(ctx).catch(() => undefined)

let dispatcher: Dispatcher | undefined
const duty = ctx.machine.keepOnDuty({
  begin: async () => {
    dispatcher = roles.includes('speech') ? await startDispatcher(ctx, slots) : undefined
    await work(machineRoles)
    log.info({ roles, ...(dispatcher && { slots, model: remote?.model ?? model }) }, 'working')
  },
  end: async () => {
    await ctx.jobs.pause(jobs, machineRoles)
    await dispatcher?.stop()
  },
})
const reports = startBacklogReports(ctx, jobs)
const readiness = createReadiness(ctx.db, ctx.storage)
const isReady = async () => duty.isReady() && (await readiness.isReady())
const ops = await startOps({ host: config.ops.host, port: config.ops.workerPort, isReady })

onShutdown(log, {
  announce: readiness.stop,
  stop: async () => {
    switches.stop()
    await reports.stop()
    await duty.stop()
    await ctx.close()
    await ops.close()
  },
  flush: [flush],
})
