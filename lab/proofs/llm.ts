import { readConfig } from '@doslovno/server/platform/config.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'
import { MEETING } from '@doslovno/texts/test/launch-meeting.ts'

import { createFreshApp } from '#lab/app.ts'

import type { Mark } from '#lab/marks.ts'
import { proveAdapter } from './llm/adapter.ts'
import { summarise } from './llm/product.ts'
import { startRelay } from './llm/relay.ts'
import { install, type LlamaServer, startServer } from './llm/server.ts'
import { proveWorstModes } from './llm/worst-modes.ts'

/** All that the model has been trained for; the server gives no more, whatever it is asked. */
const CONTEXT_TOKENS = 2048
/** Claimed where the relay shortens the prompts: below 7,000 the product writes without the model. */
const CLAIMED_TOKENS = '8192'
const TIMEOUT_SECONDS = '280'
const argument = (name: string) => process.argv.find((word) => word.startsWith(`--${name}=`))?.split('=')[1]

/**
 * `pnpm proof llm`: the adapter and the product against llama.cpp with a tiny model, then the product against the worst
 * modes of the simulator. `--part=adapter|product|modes` runs one of them; `--texts=FOLDER`: recognised texts for the last.
 */
export async function main(): Promise<void> {
  const part = argument('part')
  const { test, close } = await createFreshApp(async () => ({ llm: configOf('http://127.0.0.1:9') }))
  try {
    const owner = await test.signIn()
    const isReal = part === 'modes' || (await proveReal(test, owner, part))
    const isSafe = part !== undefined && part !== 'modes' ? true : await proveWorstModes(test, owner, argument('texts'))
    if (!isReal || !isSafe) process.exitCode = 1
  } finally {
    await close()
  }
}

async function proveReal(test: TestApp, owner: Caller, part: string | undefined): Promise<boolean> {
  install()
  const port = await freePort()
  let server: LlamaServer = await startServer(port, CONTEXT_TOKENS)
  const restart = async () => void (server = await startServer(port, CONTEXT_TOKENS))
  try {
    const marks: Mark[] = []
    if (part !== 'product') {
      const relay = await startRelay(server.url)
      marks.push(...(await proveAdapter({ config: configOf(relay.url), relay, server, contextTokens: CONTEXT_TOKENS, restart }))) // prettier-ignore
      await relay.close()
    }
    if (part !== 'adapter') marks.push(await proveProduct(test, owner, server, false), await proveProduct(test, owner, server, true)) // prettier-ignore
    for (const { isMet, expected, seen } of marks)
      console.log(`${isMet ? 'met     ' : 'NOT MET '}${expected}\n  ${seen}`)
    return marks.every(({ isMet }) => isMet)
  } finally {
    await server.kill()
  }
}

/** Proves that nothing hollow or broken is confirmed. */
async function proveProduct(test: TestApp, owner: Caller, { url }: LlamaServer, isShaped: boolean): Promise<Mark> {
  const relay = await startRelay(url, { isShaped })
  const shown = await summarise(
    { test, owner },
    configOf(relay.url, isShaped ? { LLM_CONTEXT_TOKENS: CLAIMED_TOKENS } : {}),
    [...MEETING],
  )
  await relay.close()
  const counts = `${shown.statuses.join(', ')}; confirmed ${shown.confirmed.length}, unsure ${shown.unsure.length}, dropped ${shown.dropped.length}` // prettier-ignore
  const lines = [counts, `calls: ${shown.calls.join(', ')}`, ...shown.confirmed.map((text) => `+ ${text}`), ...shown.unsure.map((text) => `? ${text}`), ...shown.dropped.map((text) => `- ${text}`)] // prettier-ignore
  const how = isShaped ? 'its words put into the asked shape' : 'its answers as they are'
  return { expected: `a summary, ${how}: nothing hollow or broken is confirmed`, seen: lines.join('\n  '), isMet: shown.bad.length === 0 } // prettier-ignore
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
