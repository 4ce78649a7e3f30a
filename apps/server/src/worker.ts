import { createWorkerContext } from '#context.ts'
import { watchSwitches } from '#features/operations/index.ts'
import { warnWithoutVersions } from '#features/retention/index.ts'
import { type Dispatcher, startBacklogReports, startDispatcher } from '#features/transcription/index.ts'
import { jobs, subscribers } from '#handlers.ts'
import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import { createReadiness } from '#platform/process/readiness.ts'
import { needsMachine } from '#worker-needs.ts'

export type Worker = {
  isReady: () => Promise<boolean>
  /** Is not ready from now on, though it works until it is stopped. */
  turnUnready: () => void
  stop: () => Promise<void>
}

/** Takes the jobs of its roles; those that need the machine as soon as the machine passes its self-test. */
export async function startWorker(config: Config, log: Log): Promise<Worker> {
  const ctx = await createWorkerContext(config, log, subscribers)
  const switches = watchSwitches(ctx)
  const { roles } = config.worker
  const { slots, model, remote } = config.speech
  const work = (these: typeof roles) => ctx.jobs.work({ ctx, jobs, roles: these, slots })
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
  const readiness = createReadiness(ctx.probe, ctx.storage)
  return {
    isReady: async () => duty.isReady() && (await readiness.isReady()),
    turnUnready: readiness.stop,
    stop: async () => {
      switches.stop()
      await reports.stop()
      await duty.stop()
      await ctx.close()
    },
  }
}
