import type { Db } from '#platform/db.ts'

import { actionItemsOf, chaptersOf } from './digest/repo.ts'

/** Summaries, tasks and chapters of a script, for the archive of its owner's data. */
export async function exportOf(db: Db, scriptId: string) {
  const summaries = await db
    .selectFrom('summaries')
    .select([
      'type',
      'status',
      'engine',
      'textVersion',
      'statements',
      'missing',
      'errorCode',
      'createdAt',
      'finishedAt',
    ])
    .where('scriptId', '=', scriptId)
    .orderBy('createdAt')
    .execute()
  return { summaries, chapters: await chaptersOf(db, scriptId), tasks: await actionItemsOf(db, scriptId) }
}

const NOBODY = '00000000-0000-0000-0000-000000000000'

/** The costs of calls for a deleted account stay in the sums, without telling whose they were. */
export async function forgetUser(db: Db, userId: string): Promise<void> {
  await db
    .updateTable('llmCalls')
    .set({ userId: NOBODY, scriptId: NOBODY, readingId: null, summaryId: null })
    .where('userId', '=', userId)
    .execute()
}
