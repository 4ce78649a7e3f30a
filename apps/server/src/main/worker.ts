import { sweepSpooled } from '#adapters/storage/spool.ts'
import { readConfig } from '#platform/config.ts'
import { observe } from '#platform/process/observe.ts'
import { OPS_PORTS, startOps } from '#platform/process/ops.ts'
import { onShutdown } from '#platform/process/shutdown.ts'
import { sweepWorkFolders } from '#platform/process/work-folder.ts'
import { buildInfo } from '#platform/telemetry.ts'
import { startWorker } from '#worker.ts'

const config = readConfig(process.env)
const { log, flush } = await observe(config, 'worker')
log.info(config.build, 'starting')
buildInfo.set(config.build, 1)
await sweepWorkFolders(config.workDir)
await sweepSpooled()
const worker = await startWorker(config, log)
const ops = await startOps({ port: OPS_PORTS.worker, ...config.ops, isReady: worker.isReady })

onShutdown(log, {
  announce: worker.turnUnready,
  stop: async () => {
    await worker.stop()
    await ops.close()
  },
  flush: [flush],
})
