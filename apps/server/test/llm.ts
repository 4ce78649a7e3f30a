import type { Lie } from '@doslovno/simulators/llm/lies.ts'
import type { Plan } from '@doslovno/simulators/llm/modes.ts'
import type { Purpose } from '@doslovno/simulators/llm/purpose.ts'
import { type LlmSimulator, SIMULATOR_KEY, startLlmSimulator } from '@doslovno/simulators/llm/server.ts'
import type { FixedAnswer, JournalEntry } from '@doslovno/simulators/llm/state.ts'

import { type LlmConfig, readConfig } from '#platform/config.ts'

type Options = Omit<Parameters<typeof startLlmSimulator>[0], 'port'>

export type TestLlm = {
  url: string
  /** Variables of a process that uses it. */
  env: Record<string, string>
  /** For `createTestApp({ llm: … })`. */
  config(changes?: Record<string, string>): LlmConfig
  /** Makes the next calls fail. */
  fail(plan: { mode: Plan['mode'] } & Partial<Plan>): Promise<void>
  answer(fixed: { purpose: Purpose } & Partial<FixedAnswer>): Promise<void>
  calls(): Promise<JournalEntry[]>
  lies(): Promise<(Lie & { purpose: Purpose })[]>
  /** Forgets plans, fixed answers, calls and lies. */
  reset(): Promise<void>
  close(): Promise<void>
}

/** A simulated language model of one test file. */
export async function startTestLlm(options: Options = {}): Promise<TestLlm> {
  const simulator: LlmSimulator = await startLlmSimulator({ port: 0, ...options })
  const { url } = simulator
  const env = { LLM_BASE_URL: `${url}/v1`, LLM_API_KEY: SIMULATOR_KEY, LLM_MODEL: 'simulator' }
  const config = (changes: Record<string, string> = {}) => {
    const { llm } = readConfig({ ...process.env, ...env, ...changes })
    if (!llm) throw new Error('No language model is configured')
    return llm
  }
  return {
    url,
    env,
    config,
    fail: (plan) => post(`${url}/control/fail`, plan),
    answer: (fixed) => post(`${url}/control/answer`, fixed),
    calls: async () => ((await get(`${url}/control/calls`)) as { calls: JournalEntry[] }).calls,
    lies: async () => ((await get(`${url}/control/lies`)) as { lies: (Lie & { purpose: Purpose })[] }).lies,
    reset: () => post(`${url}/control/reset`, {}),
    close: () => simulator.close(),
  }
}

const get = async (url: string): Promise<unknown> => (await fetch(url)).json()

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(await reply.text())
}
