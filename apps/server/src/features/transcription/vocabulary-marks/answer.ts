import type { TermAnswer } from '@doslovno/contract/script-vocabulary.ts'
import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { ownScript } from '#features/scripts/index.ts'
import { addException, countUses } from '#features/vocabulary/index.ts'

/** Added to the count of times a term helped. */
const USES: Record<TermAnswer['answer'], number> = { accepted: 1, undone: -1, never: -1 }

/** Counts answers to marks and remembers exceptions. Names of one file are in no vocabulary: answers to them change nothing. */
export async function answerTerms(
  ctx: Context,
  actor: Actor,
  scriptId: string,
  answers: readonly TermAnswer[],
): Promise<void> {
  const { userId } = await ownScript(ctx.db, scriptId, actor)
  const uses = new Map<string, number>()
  for (const { termId, answer } of answers) uses.set(termId, (uses.get(termId) ?? 0) + USES[answer])
  const exceptions = answers.filter(({ answer }) => answer === 'never')
  await ctx.db.transaction().execute(async (tx) => {
    await countUses(tx, userId, uses)
    for (const { heard, termId } of exceptions) await addException(tx, { userId, heard, termId })
  })
}
