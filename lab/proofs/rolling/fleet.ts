import { freePort } from '@doslovno/server/test/free-port.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { type ApiProcess, startApi } from '#lab/api.ts'
import { waitUntil } from '#scripts/services/wait.ts'

/** One api of the two; its ports stay the same when it is replaced. */
export type Member = { port: number; opsPort: number; api: ApiProcess }

export type Fleet = {
  members: readonly Member[]
  /** Ends each api by SIGTERM and starts another in its place, one after the other. */
  replaceAll(): Promise<void>
  stop(): Promise<void>
}

export async function startFleet({ config }: TestApp, size: number, delaySeconds: number): Promise<Fleet> {
  const start = (port: number, opsPort: number) =>
    startApi(config, { OPS_PORT: String(opsPort), SHUTDOWN_DELAY_SECONDS: String(delaySeconds) }, port)
  const members: Member[] = []
  const stop = async () => {
    for (const { api } of members) await api.kill('SIGKILL')
  }
  for (let n = 0; n < size; n++) {
    const [port, opsPort] = [await freePort(), await freePort()]
    const api = await start(port, opsPort).catch(async (error: unknown) => {
      await stop()
      throw error
    })
    members.push({ port, opsPort, api })
  }
  return {
    members,
    stop,
    replaceAll: async () => {
      for (const member of members) {
        await member.api.kill('SIGTERM')
        member.api = await start(member.port, member.opsPort)
        // As an orchestrator does, which goes on when the new one is ready. The proxy notices within two checks.
        await waitUntil('the new api to be ready', 240, () => isReady(member))
      }
    },
  }
}

function isReady({ opsPort }: Member): Promise<boolean> {
  return fetch(`http://127.0.0.1:${opsPort}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
