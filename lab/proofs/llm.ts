import { readConfig } from '@doslovno/server/platform/config.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'
import { MEETING } from '@doslovno/texts/test/launch-meeting.ts'

import { freshApp } from '#lab/app.ts'
import { words } from '#lab/arguments.ts'
import { mark } from '#lab/marks.ts'

import { proveAdapter } from './llm/adapter.ts'
import { proveWorstModes, summarise } from './llm/product.ts'
import { install, type LlamaServer, startRelay, startServer } from './llm/server.ts'

/** All that the model has been trained for; the server gives no more, whatever it is asked. */
const CONTEXT_TOKENS = 2048
/** Claimed where the relay shortens the prompts: below 7,000 the product writes without the model. */
const CLAIMED_TOKENS = '8192'
const TIMEOUT_SECONDS = '280'
const argument = (name: string) => words.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]

/**
 * The adapter and the product against llama.cpp with a tiny model, then the product against the worst modes of the
 * simulator. `--part`: one of them; `--texts`: recognised texts for the last.
 */
export async function main(): Promise<void> {
  const part = argument('part')
  const test = await freshApp({ llm: configOf('http://127.0.0.1:9') })
  const owner = await test.signIn()
  if (part !== 'modes') await proveReal(test, owner, part)
  if (part === undefined || part === 'modes') await proveWorstModes(test, owner, argument('texts'))
}

async function proveReal(test: TestApp, owner: Caller, part: string | undefined): Promise<void> {
  install()
  const port = await freePort()
  let server = await startServer(port, CONTEXT_TOKENS)
  const restart = async () => void (server = await startServer(port, CONTEXT_TOKENS))
  if (part !== 'product') {
    const relay = await startRelay(server.url)
    await proveAdapter({ config: configOf(relay.url), relay, server, contextTokens: CONTEXT_TOKENS, restart })
  }
  if (part === 'adapter') return
  await proveProduct(test, owner, server, false)
  await proveProduct(test, owner, server, true)
}

/** Proves that nothing hollow or broken is confirmed. */
async function proveProduct(test: TestApp, owner: Caller, { url }: LlamaServer, isShaped: boolean): Promise<void> {
  const relay = await startRelay(url, { isShaped })
  const config = configOf(relay.url, isShaped ? { LLM_CONTEXT_TOKENS: CLAIMED_TOKENS } : {})
  const { statuses, calls, confirmed, unsure, dropped, bad } = await summarise({ test, owner }, config, [...MEETING])
  const counts = `${statuses.join(', ')}; confirmed ${confirmed.length}, unsure ${unsure.length}, dropped ${dropped.length}` // prettier-ignore
  const texts = [...confirmed.map((text) => `+ ${text}`), ...unsure.map((text) => `? ${text}`), ...dropped.map((text) => `- ${text}`)] // prettier-ignore
  const how = isShaped ? 'its words put into the asked shape' : 'its answers as they are'
  const seen = [counts, `calls: ${calls.join(', ')}`, ...texts].join('\n  ')
  mark(`a summary, ${how}: nothing hollow or broken is confirmed`, seen, bad.length === 0)
}

function configOf(url: string, changes: Record<string, string> = {}) {
  const { llm } = readConfig({
    ...process.env,
    LLM_BASE_URL: `${url}/v1`,
    LLM_MODEL: 'tinyllama',
    LLM_TIMEOUT_SECONDS: TIMEOUT_SECONDS,
    ...changes,
  })
  if (!llm) throw new Error('No model is configured')
  return llm
}
