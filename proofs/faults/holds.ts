import { assertLedgerExact, heldSecondsOf } from '@doslovno/server/test/ledger.ts'
import { interruptPrepare } from '@doslovno/server/test/recordings/interrupted-prepare.ts'
import type { TestApp } from '@doslovno/server/test/test-app.ts'

import { isShort, type Mark } from './mark.ts'

const TIMES = isShort ? 60 : 500
const PRO = 3

/** The owner cancels or deletes a file at every moment of its preparation, in turn. */
export async function interruptedPreparations(test: TestApp): Promise<Mark[]> {
  const owner = await test.signIn({ tariffId: PRO })
  const userId = owner.userId ?? ''
  const interruptions = [
    (id: string) => owner.call({ method: 'POST', url: `/api/scripts/${id}/cancel` }),
    (id: string) => owner.call({ method: 'DELETE', url: `/api/scripts/${id}` }),
  ]
  let interrupted = 0
  let most = 0
  for (let at = 0, round = 0; interrupted < TIMES; at++) {
    const interrupt = interruptions[round % interruptions.length]
    if (!interrupt) break
    const run = await interruptPrepare(test.ctx, userId, at, interrupt)
    if (run.isInterrupted) {
      interrupted++
      most = Math.max(most, at)
      continue
    }
    // This run went to its end: every await has had its turn.
    await interrupt(run.scriptId)
    at = -1
    round++
  }
  const held = await heldSecondsOf(test.ctx.db, userId)
  await assertLedgerExact(test.ctx.db, userId)
  return [
    {
      expected: `cancelled or deleted ${TIMES} times, at every await of prepare in turn: nothing held, ledger exact`,
      seen: `${interrupted} interruptions at ${most + 1} awaits, ${held} s held`,
      isMet: held === 0,
    },
  ]
}
