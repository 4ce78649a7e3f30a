import * as z from 'zod'

import type { LlmConfig } from '#platform/config.ts'
import { cappedFetch } from '#platform/http/capped-fetch.ts'
import type { Log } from '#platform/log.ts'

const HOUR_MS = 3600_000

export type Window = {
  get(): Promise<number>
  /** Believes for an hour that the window is no larger. */
  lower(tokens: number): void
}

type Options = { log: Log; now: () => number; isPaused: () => boolean }

const STANDARD = 8192

/** The window as configured, as told or as found out the hard way. A server that does not answer is asked again. */
export function createWindow(config: LlmConfig, { log, now, isPaused }: Options): Window {
  const told = createHourly<number>(now)
  const lowered = createHourly<number>(now)
  const ask = async () => {
    const tokens = isPaused() ? undefined : await askWindow(config)
    if (tokens !== undefined) told.set(tokens)
    return tokens ?? told.last() ?? STANDARD
  }
  return {
    get: async () => Math.min(config.contextTokens ?? told.get() ?? (await ask()), lowered.get() ?? Infinity),
    lower: (tokens) => {
      if (tokens >= (lowered.get() ?? Infinity)) return
      lowered.set(tokens)
      log.warn({ model: config.model, tokens }, 'the language model takes shorter prompts than expected')
    },
  }
}

const tokens = z.int().min(1).optional().catch(undefined)
const Models = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      max_model_len: tokens,
      context_length: tokens,
      context_window: tokens,
      meta: z.object({ n_ctx: tokens }).nullish().catch(undefined),
    }),
  ),
})
const Props = z.object({ default_generation_settings: z.object({ n_ctx: z.int().min(1) }) })

const TIMEOUT_MS = 5000

/** The context window as the server tells it: vLLM and routers among the models, llama.cpp in its properties. */
async function askWindow(config: LlmConfig): Promise<number | undefined> {
  const models = Models.safeParse(await getJson(`${config.baseUrl.replace(/\/$/, '')}/models`, config)).data?.data ?? []
  const found = models.find(({ id }) => id === config.model) ?? (models.length === 1 ? models[0] : undefined)
  const told = found?.max_model_len ?? found?.context_length ?? found?.context_window ?? found?.meta?.n_ctx
  if (told !== undefined) return told
  const props = await getJson(new URL('/props', config.baseUrl).href, config)
  return Props.safeParse(props).data?.default_generation_settings.n_ctx
}

/** Any failure means that the window is unknown. */
async function getJson(url: string, { apiKey, headers }: LlmConfig): Promise<unknown> {
  const authorization = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await cappedFetch(url, { headers: { ...authorization, ...headers }, signal })
    return response.ok ? ((await response.json()) as unknown) : undefined
  } catch {
    return undefined
  }
}

/** A value that is believed for an hour. */
export function createHourly<Value>(now: () => number) {
  let known: { value: Value; until: number } | undefined
  return {
    get: (): Value | undefined => (known && now() < known.until ? known.value : undefined),
    /** The last value, believed or not. */
    last: (): Value | undefined => known?.value,
    /** Starts a new hour. */
    set: (value: Value): void => void (known = { value, until: now() + HOUR_MS }),
    /** Changes the value within its hour. */
    change: (value: Value): void => void (known = { value, until: known?.until ?? now() + HOUR_MS }),
  }
}
