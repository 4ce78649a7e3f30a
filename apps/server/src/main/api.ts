import { sweepSpooled } from '#adapters/storage/spool.ts'
import { buildApp } from '#app.ts'
import { createContext } from '#context.ts'
import { watchSwitches } from '#features/operations/index.ts'
import { subscribers } from '#handlers.ts'
import { readConfig } from '#platform/config.ts'
import { createDrain } from '#platform/http/fast-lane.ts'
import { observe } from '#platform/process/observe.ts'
import { OPS_PORTS, startOps } from '#platform/process/ops.ts'
import { createReadiness } from '#platform/process/readiness.ts'
import { onShutdown } from '#platform/process/shutdown.ts'
import { buildInfo } from '#platform/telemetry.ts'

const config = readConfig(process.env)
const { log, flush } = await observe(config, 'api')
log.info(config.build, 'starting')
buildInfo.set(config.build, 1)
await sweepSpooled()
for (const warning of config.warnings) log.warn(warning)
const ctx = await createContext(config, log, subscribers)
const app = await buildApp(ctx)
const switches = watchSwitches(ctx)
const readiness = createReadiness(ctx.probe)
const drain = createDrain(app)
await app.listen(config.api)
const ops = await startOps({ port: OPS_PORTS.api, ...config.ops, isReady: readiness.isReady })

onShutdown(log, {
  announce: () => {
    readiness.stop()
    drain()
  },
  delaySeconds: config.api.shutdownDelaySeconds,
  stop: async () => {
    switches.stop()
    await app.close()
    await ctx.close()
    await ops.close()
  },
  flush: [flush],
})
