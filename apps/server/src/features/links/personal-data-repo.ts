import type { Db } from '#platform/db.ts'

/** Downloads by link of a person, for the archive of their data. */
export function exportOf(db: Db, userId: string) {
  return db
    .selectFrom('linkDownloads')
    .select(['uploadId', 'url', 'title', 'status', 'errorCode', 'bytesDone', 'bytesTotal', 'createdAt', 'finishedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute()
}

export async function runningDownloads(db: Db, userId: string): Promise<string[]> {
  const running = await db
    .selectFrom('linkDownloads')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '=', 'processing')
    .execute()
  return running.map(({ id }) => id)
}
