import assert from 'node:assert/strict'

import { createTemplate } from '@doslovno/server/test/database.ts'
import { startTestLlm } from '@doslovno/server/test/llm.ts'
import { addRead, spentOn, workAll } from '@doslovno/server/test/reading.ts'
import { createTestApp } from '@doslovno/server/test/test-app.ts'
import { denseSpeech } from '@doslovno/texts/test/speech.ts'

import { developmentEnv } from '#scripts/settings.ts'

const HOURS = [6, 12]
const budgetOf = (hours: number) => 30_000 + 50_000 * hours

/** All summaries of a long recording stay within the budget of its reading. */
export async function main(): Promise<void> {
  Object.assign(process.env, { ...developmentEnv('postgres'), LOG_LEVEL: 'silent' })
  const template = await createTemplate(process.env.DATABASE_URL ?? '')
  const llm = await startTestLlm()
  const app = await createTestApp({ llm: llm.config() })
  const owner = await app.signIn()
  for (const hours of HOURS) {
    const started = Date.now()
    const id = await addRead(app, owner, denseSpeech(hours))
    await workAll(app)
    await owner.call({ method: 'POST', url: `/api/scripts/${id}/summary/theses`, payload: {} })
    await workAll(app)
    const { tokens, rows } = await spentOn(app, id)
    const reply = await owner.call({ url: `/api/scripts/${id}/summary/theses` })
    const seconds = ((Date.now() - started) / 1000).toFixed(1)
    console.log(`${hours} h: ${tokens} of ${budgetOf(hours)} tokens in ${rows.length} calls, ${seconds} s`)
    assert.equal(reply.json<{ status: string }>().status, 'complete')
    assert.ok(tokens > 20_000 * hours && tokens < budgetOf(hours))
  }
  await app.close()
  await llm.close()
  await template.drop()
}
