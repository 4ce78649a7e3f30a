import { setTimeout as wait } from 'node:timers/promises'

import { sql } from 'kysely'

import { createDb } from '#platform/db.ts'
import { isTransient } from '#platform/transient.ts'

const PAUSE_MS = 5
const PATIENCE_MS = 60_000

export type Written = { acknowledged: number; lost: number; unexplained: string[] }

export type Writers = {
  acknowledged(): number
  /** Milliseconds from a moment of `performance.now` to the first row that was sent and acknowledged after it. */
  firstAfter(moment: number): number | undefined
  /** Stops, and compares what was acknowledged with what is there. */
  stop(): Promise<Written>
}

/** Whether the address leads to a PostgreSQL that takes writes. */
export async function isWritable(databaseUrl: string): Promise<boolean> {
  const db = createDb(databaseUrl, () => undefined, { connections: 1 })
  try {
    const { rows } = await sql<{ isReplica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(db)
    return rows[0]?.isReplica === false
  } catch {
    return false
  } finally {
    await db.destroy()
  }
}

/** Eight clients that insert rows one after another and remember which ones PostgreSQL acknowledged. */
export async function startWriters(databaseUrl: string, table: string): Promise<Writers> {
  const db = createDb(databaseUrl, () => undefined)
  await patiently(() => sql`create table if not exists ${sql.id(table)} (id bigint primary key)`.execute(db))
  const acknowledged: { id: number; sentAt: number; at: number }[] = []
  const unexplained: string[] = []
  let [next, isRunning] = [0, true]
  const write = async () => {
    while (isRunning) {
      const [id, sentAt] = [next++, performance.now()]
      try {
        await sql`insert into ${sql.id(table)} values (${id})`.execute(db)
        acknowledged.push({ id, sentAt, at: performance.now() })
      } catch (error) {
        if (!isTransient(error)) unexplained.push(String(error))
      }
      await wait(PAUSE_MS)
    }
  }
  const writers = Array.from({ length: 8 }, write)
  return {
    acknowledged: () => acknowledged.length,
    firstAfter: (moment) => {
      const first = acknowledged.find(({ sentAt }) => sentAt > moment)
      return first && first.at - moment
    },
    stop: async () => {
      isRunning = false
      await Promise.all(writers)
      const { rows } = await patiently(() => sql<{ id: number }>`select id from ${sql.id(table)}`.execute(db))
      await db.destroy()
      const there = new Set(rows.map(({ id }) => id))
      const lost = acknowledged.filter(({ id }) => !there.has(id)).length
      return { acknowledged: acknowledged.length, lost, unexplained }
    },
  }
}

/** Connections of the old leader may still end for a while. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + PATIENCE_MS; ; await wait(500)) {
    try {
      return await work()
    } catch (error) {
      if (!isTransient(error) || Date.now() > deadline) throw error
    }
  }
}
