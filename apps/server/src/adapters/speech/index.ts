import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

import { createLocalSpeech } from './local.ts'
import type { Speech } from './port.ts'
import { createRemoteSpeech } from './remote/index.ts'

export type { Speech } from './port.ts'

/** The speech engine of the configuration: models of this machine, or a server that speaks OpenAI's protocol. */
export function createSpeech({ remote, ...local }: Config['speech'], { log }: { log: Log }): Promise<Speech> {
  const { modelsDir, idleSeconds } = local
  return remote ? createRemoteSpeech({ ...remote, modelsDir, idleSeconds }, { log }) : createLocalSpeech(local)
}
