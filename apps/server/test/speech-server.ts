import type { JournalState } from '@doslovno/simulators/speech/journal.ts'
import type { Plan } from '@doslovno/simulators/speech/modes.ts'
import { SIMULATOR_KEY, startSpeechSimulator } from '@doslovno/simulators/speech/server.ts'

import { readConfig, type RemoteSpeechConfig } from '#platform/config.ts'

import { hear } from './scripted-hear.ts'

type Options = Partial<Parameters<typeof startSpeechSimulator>[0]>

export type TestSpeechServer = ReturnType<typeof controlOf> & {
  /** For `createRemoteSpeech`. */
  config(changes?: Record<string, string>): RemoteSpeechConfig
  close(): Promise<void>
}

/** A simulated speech server of one test file, with the scripted engine in it unless the test brings another one. */
export async function startTestSpeechServer(options: Options = {}): Promise<TestSpeechServer> {
  const simulator = await startSpeechSimulator({ port: 0, hear, ...options })
  const control = controlOf(simulator.url)
  const config = (changes: Record<string, string> = {}) => {
    const { remote } = readConfig({ ...process.env, ...control.env, ...changes }).speech
    if (!remote) throw new Error('No speech server is configured')
    return remote
  }
  return { ...control, config, close: () => simulator.close() }
}

function controlOf(url: string) {
  return {
    url,
    /** Variables of a worker that uses it, and does not diarise. */
    env: {
      SPEECH_BASE_URL: `${url}/v1`,
      SPEECH_API_KEY: SIMULATOR_KEY,
      SPEECH_MODEL: 'simulator',
      SPEECH_DIARISERS: '0',
    },
    /** Makes the next requests fail. */
    fail: (plan: { mode: Plan['mode'] } & Partial<Plan>) => post(`${url}/control/fail`, plan),
    journal: async (): Promise<JournalState> => (await (await fetch(`${url}/control/calls`)).json()) as JournalState,
    /** Forgets plans and requests. */
    reset: () => post(`${url}/control/reset`, {}),
  }
}

async function post(url: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(await reply.text())
}
