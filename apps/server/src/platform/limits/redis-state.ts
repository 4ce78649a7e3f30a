import { randomUUID } from 'node:crypto'

import { Redis } from 'ioredis'

/** `mostBytes`: 0 without a limit. `refusal`: the reply to a counter, where it is not counted. */
export type RedisState = {
  usedBytes: number
  mostBytes: number
  policy: string
  evictedKeys: number
  refusal?: string
}

const ANSWER_MS = 3000

/** Reads what Redis tells of its memory, and tries a counter, which it removes again. Throws if Redis does not answer. */
export async function readRedisState(url: string): Promise<RedisState> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: ANSWER_MS,
    commandTimeout: ANSWER_MS,
    enableReadyCheck: false,
    retryStrategy: () => null,
  })
  let failure: unknown
  redis.on('error', (error) => (failure ??= error))
  try {
    await redis.connect()
    const state = stateIn(await redis.info())
    const refusal = await whyNotCounted(redis)
    return { ...state, ...(refusal && { refusal }) }
  } catch (error) {
    // The error of the connection says more than «Connection is closed».
    throw failure ?? error
  } finally {
    redis.disconnect()
  }
}

function stateIn(info: string): RedisState {
  const fields = new Map(info.split('\r\n').map((line) => line.split(':') as [string, string | undefined]))
  const numberOf = (name: string) => Number(fields.get(name) ?? 0)
  return {
    usedBytes: numberOf('used_memory'),
    mostBytes: numberOf('maxmemory'),
    policy: fields.get('maxmemory_policy') ?? '',
    evictedKeys: numberOf('evicted_keys'),
  }
}

async function whyNotCounted(redis: Redis): Promise<string | undefined> {
  const key = `doctor:${randomUUID()}`
  try {
    await redis.set(key, 1, 'EX', 60)
    await redis.del(key)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
