import { startTestLlm } from '@doslovno/server/test/llm.ts'
import { addRead, spentOn, workAll } from '@doslovno/server/test/reading.ts'
import { denseSpeech } from '@doslovno/texts/test/speech.ts'

import { freshApp } from '#lab/app.ts'
import { atEnd } from '#lab/ends.ts'
import { mark, timed } from '#lab/marks.ts'

const HOURS = [6, 12]
const budgetOf = (hours: number) => 30_000 + 50_000 * hours

/** All summaries of a long recording stay within the budget of its reading. */
export async function main(): Promise<void> {
  const llm = await startTestLlm()
  atEnd(() => llm.close())
  const test = await freshApp({ llm: llm.config() })
  const owner = await test.signIn()
  for (const hours of HOURS) {
    const id = await timed(`${hours} h`, async () => {
      const added = await addRead(test, owner, denseSpeech(hours))
      await workAll(test)
      await owner.call({ method: 'POST', url: `/api/scripts/${added}/summary/theses`, payload: {} })
      await workAll(test)
      return added
    })
    const { tokens, rows } = await spentOn(test, id)
    const { status } = (await owner.call({ url: `/api/scripts/${id}/summary/theses` })).json<{ status: string }>()
    mark(`theses of ${hours} h complete`, status, status === 'complete')
    const isWithin = tokens > 20_000 * hours && tokens < budgetOf(hours)
    mark(`from ${20_000 * hours} to ${budgetOf(hours)} tokens`, `${tokens} in ${rows.length} calls`, isWithin)
  }
}
