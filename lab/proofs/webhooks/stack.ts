import { setTimeout as wait } from 'node:timers/promises'

import type { TestShop } from '@doslovno/server/test/shop.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'
import { startWorker, type TestWorker } from '@doslovno/server/test/worker.ts'

import { type ApiProcess, startApi } from '#lab/api.ts'
import { isShort } from '#lab/marks.ts'

const KILL_EVERY_MS = isShort ? ([2500, 5000] as const) : ([1500, 3500] as const)

export type Stack = {
  api: ApiProcess
  worker: TestWorker
  restart(part: 'api' | 'worker'): Promise<void>
  stop(): Promise<void>
}

/** The API on one port, and a worker for billing, as processes of their own. */
export async function startStack({ config }: TestApp, shop: TestShop, port: number): Promise<Stack> {
  const newApi = () => startApi(config, shop.env, port)
  const newWorker = () => startWorker(config, { ...shop.env, WORKER_ROLES: 'billing', LOG_LEVEL: 'info' })
  const stack: Stack = {
    api: await newApi(),
    worker: await newWorker(),
    restart: async (part) => {
      await stack[part].kill('SIGKILL')
      if (part === 'api') stack.api = await newApi()
      else stack.worker = await newWorker()
    },
    stop: async () => {
      await stack.api.kill('SIGKILL')
      await stack.worker.kill('SIGKILL')
    },
  }
  return stack
}

/** Kills the API and the worker in turn, at any moment. */
export function startChaos(stack: Stack) {
  const random = randomFrom(20_261_116)
  const state = { isOn: true, kills: 0 }
  const run = async () => {
    while (state.isOn) {
      const [least, most] = KILL_EVERY_MS
      await wait(least + random() * (most - least))
      await stack.restart(state.kills++ % 2 === 0 ? 'api' : 'worker')
    }
  }
  const done = run()
  const stop = async () => {
    state.isOn = false
    await done
  }
  return { stop, kills: () => state.kills }
}

/** Seeded, so that every run kills at the same moments. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
